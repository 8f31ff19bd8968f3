"""Finds the packages of the distribution; all else is in setup.cfg.

Four folders at the top of the checkout are sub-packages of `mobile_env`, which setup.cfg's `find:` cannot say.
"""

from setuptools import find_packages, setup

TOP_LEVEL_FOLDERS = ("proto", "wrappers", "task_defs", "replay_data")

package_dir = {"mobile_env": "mobile_env"} | {f"mobile_env.{name}": name for name in TOP_LEVEL_FOLDERS}
packages = find_packages(include=["mobile_env", "mobile_env.*"])
for folder in TOP_LEVEL_FOLDERS:
    packages += [f"mobile_env.{folder}", *(f"mobile_env.{folder}.{name}" for name in find_packages(folder))]

setup(packages=packages, package_dir=package_dir)
