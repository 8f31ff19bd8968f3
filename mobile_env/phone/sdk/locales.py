"""Names of months and days, and the marks in numbers, by language (Unicode CLDR)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Names:
    """How a language writes dates and numbers. Short names are given where they are not the first three letters."""

    months: tuple[str, ...]
    days: tuple[str, ...]
    short_months: tuple[str, ...] = ()
    short_days: tuple[str, ...] = ()
    decimal: str = "."
    group: str = ","

    def month(self, number: int, *, short: bool = False) -> str:
        """The name of a month, 1 to 12."""
        if short:
            return self.short_months[number - 1] if self.short_months else self.months[number - 1][:3]
        return self.months[number - 1]

    def day(self, number: int, *, short: bool = False) -> str:
        """The name of a day of the week; 0 is Monday."""
        if short:
            return self.short_days[number] if self.short_days else self.days[number][:3]
        return self.days[number]


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ENGLISH: Final = Names(
    _words("January February March April May June July August September October November December"),
    _words("Monday Tuesday Wednesday Thursday Friday Saturday Sunday"),
)
_LANGUAGES: Final = {
    "en": ENGLISH,
    "de": Names(
        _words("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
        _words("Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag"),
        _words("Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez."),
        _words("Mo Di Mi Do Fr Sa So"),
        ",",
        ".",
    ),
    "es": Names(
        _words("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
        _words("lunes martes miércoles jueves viernes sábado domingo"),
        _words("ene feb mar abr may jun jul ago sept oct nov dic"),
        decimal=",",
        group=".",
    ),
    "fr": Names(
        _words("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
        _words("lundi mardi mercredi jeudi vendredi samedi dimanche"),
        _words("janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."),
        _words("lun. mar. mer. jeu. ven. sam. dim."),
        ",",
        "\u202f",
    ),
    "it": Names(
        _words(
            "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"
        ),
        _words("lunedì martedì mercoledì giovedì venerdì sabato domenica"),
        decimal=",",
        group=".",
    ),
    "nl": Names(
        _words("januari februari maart april mei juni juli augustus september oktober november december"),
        _words("maandag dinsdag woensdag donderdag vrijdag zaterdag zondag"),
        _words("jan feb mrt apr mei jun jul aug sep okt nov dec"),
        _words("ma di wo do vr za zo"),
        ",",
        ".",
    ),
    "pl": Names(
        _words(
            "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia"
        ),
        _words("poniedziałek wtorek środa czwartek piątek sobota niedziela"),
        _words("sty lut mar kwi maj cze lip sie wrz paź lis gru"),
        _words("pon. wt. śr. czw. pt. sob. niedz."),
        ",",
        "\u00a0",
    ),
    "pt": Names(
        _words("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
        _words("segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo"),
        _words("jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez."),
        _words("seg. ter. qua. qui. sex. sáb. dom."),
        ",",
        ".",
    ),
    "sv": Names(
        _words("januari februari mars april maj juni juli augusti september oktober november december"),
        _words("måndag tisdag onsdag torsdag fredag lördag söndag"),
        _words("jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec."),
        _words("mån tis ons tors fre lör sön"),
        ",",
        "\u00a0",
    ),
    "tr": Names(
        _words("Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık"),
        _words("Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi Pazar"),
        _words("Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara"),
        _words("Pzt Sal Çar Per Cum Cmt Paz"),
        ",",
        ".",
    ),
}


def names_of(tag: str) -> Names:
    """The names of a language tag such as "de-CH"; those of English for a language that is not in the table."""
    return _LANGUAGES.get(tag.partition("-")[0], ENGLISH)
