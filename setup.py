"""Lists the packages; everything else is in pyproject.toml.

``static/`` stands at the top of the repository, where people look for it, and travels inside the wheel as
``webapp/static``: a mapping that pyproject.toml cannot express beside automatic discovery.
"""

from setuptools import find_namespace_packages, setup

setup(
    packages=[*find_namespace_packages(include=["rules", "rules.*", "webapp", "webapp.*"]), "webapp.static"],
    package_dir={"webapp.static": "static"},
)
