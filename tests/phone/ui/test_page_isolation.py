"""Nothing of a page, an app's data or a picture makes the painter open a file of the host, or a socket.

The layout engine is native code: strace sees its system calls, Python's audit hooks would not.
"""

import base64
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from mobile_env.phone.ui.display import Display
from mobile_env.phone.ui.screen import Screen
from mobile_env.phone.ui.web import WebDocument
from mobile_env.phone.ui.window import WindowView

DISPLAY = Display(120, 120, 160)
PLAIN = "display:block;width:40px;height:40px"


PROPERTIES = [
    "--x", "background", "background-image", "list-style-image", "cursor", "mask", "mask-image",
    "-webkit-mask-image", "border-image", "filter", "clip-path", "shape-outside", "content", "-webkit-box-reflect",
    "offset-path", "fill",
]  # fmt: skip


def svg(body, head=""):
    return (
        f'{head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'xmlns:xi="http://www.w3.org/2001/XInclude" width="40" height="40">{body}</svg>'
    )


def data(text, kind="image/svg+xml"):
    return f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"


def drawings(path):
    """SVG sources that name a file of the host."""
    size = 'width="40" height="40"'
    yield svg(f'<image {size} xlink:href="{path}"/>')
    yield svg(f'<image {size} href="file://{path}"/>')
    yield svg(f'<image {size} href="../../../../../../../../..{path}"/>')
    inner = data(svg(f'<image {size} href="{path}"/>'))
    yield svg(f'<image {size} href="{inner}"/>')
    yield svg(f'<filter id="f"><feImage href="{path}"/></filter><rect {size} filter="url(#f)"/>')
    yield svg(f'<pattern id="p" {size}><image {size} href="{path}"/></pattern><rect {size} fill="url(#p)"/>')
    yield svg(f'<symbol id="s"><image {size} href="{path}"/></symbol><use {size} href="#s"/>')
    yield svg(
        f'<use href="{path}#a"/><linearGradient id="g" href="{path}#g"/><rect {size} fill="url({path}#g)"/>'
    )
    yield svg(f'<xi:include href="{path}" parse="text"/>')
    yield svg("<text>&a;</text>", f'<!DOCTYPE svg [<!ENTITY a SYSTEM "{path}">]>')
    yield svg("", f'<?xml-stylesheet href="{path}"?><!DOCTYPE svg SYSTEM "{path}">')
    yield svg(
        f'<style>@import "{path}";rect{{fill:url({path})}}</style><rect {size} style="fill:url({path})"/>'
    )
    yield svg(f'<foreignObject {size}><img src="{path}"/></foreignObject><script href="{path}"/>')


def pages(path):
    """HTML that names a file of the host in every way that a page has."""
    for url in (f"file://{path}", f"file:{path}", str(path), f"//{path}", "http://127.0.0.1:9/x.png"):
        quoted = url.replace("u", "\\75 ").replace("/", "\\/")
        yield f'<img src="{url}" srcset="{url} 1x" style="{PLAIN}">'
        yield f'<image src="{url}" xlink:href="{url}"><video poster="{url}"><source src="{url}"></video>'
        yield f'<object data="{url}"></object><embed src="{url}"><iframe src="{url}"></iframe>'
        yield f'<input type=image src="{url}"><table background="{url}"><tr><td>x</table>'
        yield f'<base href="{url}"><link rel=stylesheet href="{url}"><link rel=icon href="{url}">'
        yield f'<svg><image href="{url}" width="40" height="40"/><use href="{url}#a"/></svg>'
        for value in (f"url({url})", f"url( '{url}' )", f'\\75rl("{url}")', f'u\\rl({quoted})', f"UR\\4c ({url})",
                      f'image-set("{url}" 1x)', f'-webkit-image-set(url({url}) 1x)', f'src("{url}")',
                      f'url(/**/"{url}")', f'var(--x,url({url}))', f'url({url}', f"image('{url}')"):  # fmt: skip
            declarations = ";".join(f"{name}:{value}" for name in PROPERTIES)
            yield f'<style>p,p::before{{content:"";{PLAIN};{declarations}}}</style><p>'
            yield "<p style='" + f"{PLAIN};{declarations}".replace("'", "&#39;") + "'>"
        yield f'<style>@import "{url}";@import url({url}) screen;@\\69mport url({url});</style><p>x'
        yield f"<style>@namespace url({url});p{{}}</style><p>x"
        yield f"<style>@font-face{{font-family:q;src:url({url})}}p{{font-family:q}}</style><p>x"
        yield f"<style>@media all{{@import url({url});}}a{{@import '{url}';&{{background:url({url})}}}}</style><a>x</a>"
    for drawing in drawings(path):
        url = data(drawing)
        yield f'<img src="{url}" style="{PLAIN}">'
        yield f'<img src="{url.replace("data:", " DATA:")}" style="{PLAIN}">'
        yield f'<p style="{PLAIN};background:url({url})">'
        yield f'<style>p{{{PLAIN};background:url("{url}");content:url({url})}}p::after{{content:url({url})}}</style><p>'
        yield f'<style>@import "{data(f"p{{{PLAIN};background:url({url})}}", "text/css")}";</style><p>'
        yield f'<link rel=stylesheet href="{data(f"p{{{PLAIN};background:url({url})}}", "text/css")}"><p>'


def layouts(path):
    """Layout markup whose values came from an app's data."""
    for url in (f"file://{path}", str(path), *(data(each) for each in drawings(path))):
        yield f'<View style="{PLAIN};background:url({url})"/>'
        yield f'<View style="{PLAIN};background:\\75rl({url})"/>'
        yield f'<View style="{PLAIN}" tint="red;background:url({url})"/>'
    yield f'<ImageView style="{PLAIN}" src="{path}"/>'
    yield f'<a.svg><a.image href="{path}" width="40" height="40"/></a.svg>'
    for number in range(len(list(drawings(path)))):
        yield f'<ImageView style="{PLAIN}" src="drawing-{number}"/>'


def show(markup, documents=None, resources=lambda path: None):
    screen = Screen(DISPLAY, resources)
    screen.compose([WindowView("a", "com.foo", markup, documents=documents or {})], "a")
    screen.hierarchy()
    return screen.pixels()


def show_page(html, path, css=()):
    found = {f"https://e.org/{n}.svg": text.encode() for n, text in enumerate(drawings(path))}
    document = WebDocument("https://e.org/page", html.encode(), css, found.get)
    return show('<WebView document="main" style="width:120px;height:120px"/>', {"main": document})


def show_all(path):
    """Paint every attack; yields (what, pixels)."""
    sources = list(drawings(path))
    own = {f"drawing-{number}": text.encode() for number, text in enumerate(sources)}
    for html in pages(path):
        yield html, show_page(html, path)
    for number in range(len(sources)):
        yield sources[number], show_page(f'<img src="{number}.svg" style="{PLAIN}">', path)
        sheet = f"p{{{PLAIN};background:url({number}.svg)}}"
        yield sources[number], show_page("<p>", path, [sheet])
    for markup in layouts(path):
        yield (
            markup,
            show(markup, resources=lambda name: own.get(name)),
        )


def red_picture(path):
    picture = np.zeros((40, 40, 3), np.uint8)
    picture[..., 2] = 255
    cv2.imwrite(str(path), picture)


def is_red(pixels):
    return bool(((pixels[..., 0] > 200) & (pixels[..., 1] < 50) & (pixels[..., 2] < 50)).any())


def test_no_picture_of_the_host_is_shown(tmp_path):
    path = tmp_path / "secret.png"
    red_picture(path)
    assert is_red(show_page(f'<img src="{data_of(path)}">', path)), "a picture of the page's own is drawn"
    for what, pixels in show_all(path):
        assert not is_red(pixels), what


def data_of(path):
    return "data:image/png;base64," + base64.b64encode(Path(path).read_bytes()).decode()


def test_what_never_ends_is_not_read(tmp_path):
    fifo = tmp_path / "fifo.png"
    os.mkfifo(fifo)
    for path in ("/dev/zero", fifo):
        for _, pixels in show_all(path):
            assert pixels.shape == (120, 120, 3)


def traced(arguments, out):
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("needs strace (Debian: apt-get install strace)")
    command = [strace, "-f", "-qq", "-e", "trace=%file,%network", "-o", str(out), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if "ptrace" in done.stderr.lower():
        pytest.skip("strace may trace nothing here")
    assert done.returncode == 0, done.stderr[-2000:]
    calls = out.read_text(errors="replace")
    assert BEGIN in calls and END in calls
    return calls.partition(BEGIN)[2].partition(END)[0].splitlines()[1:-1]


BEGIN, UNGUARDED, END = "/mobile-env-begin", "/mobile-env-unguarded", "/mobile-env-end"


def test_no_file_is_opened_and_no_socket_made(tmp_path):
    secret = tmp_path / "secret.png"
    red_picture(secret)
    calls = traced([sys.executable, __file__, str(secret)], tmp_path / "calls")
    mark = next(number for number, line in enumerate(calls) if UNGUARDED in line)
    assert [line for line in calls[:mark] if not re.search(r"resumed|\+\+\+|---", line)] == []
    # The last attack is on the engine itself, without what guards it: strace must tell of it.
    assert any(str(secret) in line for line in calls[mark:]), "strace does not see what the engine opens"


def main(path):
    """What is traced: everything is loaded before the first mark."""
    import blitz_py

    next(show_all(path))
    for _ in show_all("/nowhere"):
        pass
    os.access(BEGIN, os.R_OK)
    for _ in show_all(path):
        pass
    os.access(UNGUARDED, os.R_OK)
    inline = f'<svg width="9" height="9"><image width="9" height="9" href="{path}"/></svg>'
    blitz_py.Template(inline, width=20, height=20).render_rgba()
    os.access(END, os.R_OK)


if __name__ == "__main__":
    main(sys.argv[1])
