"""Which policies a game is played by, for the modules its host turned on.

Room: game. Imports neighbours here.

`pool_checks` brings its own checks, `conditions_2005` its own conditions and zeros, `defeat_2013`
its own zeros, and maxima where nobody else sets them. Source: DESIGN.md section 3, VARIANTS.md.
"""

from __future__ import annotations

from arkham_bbs.game.options import Options
from arkham_bbs.game.policies import Checks, Conditions, Zero
from arkham_bbs.game.policies.checks_1987 import Checks1987
from arkham_bbs.game.policies.conditions_1987 import Conditions1987
from arkham_bbs.game.policies.conditions_2005 import Conditions2005
from arkham_bbs.game.policies.conditions_2005_zero import Zero2005
from arkham_bbs.game.policies.defeat_2013 import Zero2013, Zero2013With2005
from arkham_bbs.game.policies.defeat_2013_conditions import Conditions2013
from arkham_bbs.game.policies.pool_checks import PoolChecks
from arkham_bbs.game.policies.zero_1987 import Zero1987


def policies_for(options: Options) -> tuple[Checks, Zero, Conditions]:
    """Return the policies for the modules that are on."""
    return _checks(options), _zero(options), _conditions(options)


def _checks(options: Options) -> Checks:
    return PoolChecks() if "pool_checks" in options.modules else Checks1987()


def _zero(options: Options) -> Zero:
    half = "conditions_2005" in options.modules
    if "defeat_2013" in options.modules:
        return Zero2013With2005() if half else Zero2013()
    return Zero2005() if half else Zero1987()


def _conditions(options: Options) -> Conditions:
    if "conditions_2005" in options.modules:
        return Conditions2005()
    if "defeat_2013" in options.modules:
        return Conditions2013()
    return Conditions1987()
