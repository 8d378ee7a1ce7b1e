import matplotlib.pyplot as plt
from matplotlib.colors import LinearSegmentedColormap

PAPER, INK, SOFT = "#fbf7ef", "#22262e", "#5e6470"
TEAL, GOLD, CORAL = "#0b6e75", "#b8862b", "#c8372d"
SEA = LinearSegmentedColormap.from_list("sea", [PAPER, "#7fc4c4", TEAL])

plt.rcParams |= {
    "figure.facecolor": PAPER, "axes.facecolor": PAPER, "savefig.facecolor": PAPER,
    "text.color": INK, "axes.labelcolor": SOFT, "axes.edgecolor": SOFT,
    "xtick.color": SOFT, "ytick.color": SOFT, "font.size": 11,
    "axes.titlelocation": "left", "axes.titlesize": 14, "axes.titlepad": 14,
    "axes.spines.top": False, "axes.spines.right": False, "figure.constrained_layout.use": True,
}  # fmt: skip
percent = "{:.0f}{{\u00a0% || %}}".format


def show():
    """The figure, with its title for whoever cannot see it."""
    figure = plt.gcf()
    display(figure, metadata={"alt": figure.axes[0].get_title(loc="left")})
    plt.close(figure)


%config InlineBackend.figure_formats = ["svg"]
