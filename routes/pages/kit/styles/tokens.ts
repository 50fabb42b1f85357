/** The colours of the light scheme, as declarations. */
export const lightTokens = `--ground: #eef2f0;
  --card: #ffffff;
  --sunken: #f5f8f6;
  --ink: #16211c;
  --quiet: #52605a;
  --rule: #d9e1dd;
  --edge: #7b8a83;
  --accent: #17614a;
  --accent-strong: #0f4a38;
  --accent-soft: #e3f1eb;
  --fill: var(--accent);
  --fill-strong: var(--accent-strong);
  --on-fill: #ffffff;
  --theme: var(--fill);
  --on-theme: var(--on-fill);
  --good-ink: #17614a;
  --good-soft: #e3f1eb;
  --warn-ink: #6b4300;
  --warn-soft: #fff4dd;
  --warn-edge: #d99a2b;
  --bad-ink: #96231d;
  --bad-soft: #fdedeb;
  --bad-edge: #c9473f;
  --shadow: 0 1px 2px rgb(16 32 25 / 6%), 0 12px 32px -12px rgb(16 32 25 / 16%);`;

/** Those of the dark scheme. */
export const darkTokens = `--ground: #0f1412;
  --card: #181f1c;
  --sunken: #1f2824;
  --ink: #e9f0ec;
  --quiet: #a5b3ac;
  --rule: #2d3833;
  --edge: #74857d;
  --accent: #86d3b4;
  --accent-strong: #a6e3c9;
  --accent-soft: #1b3329;
  --on-fill: #0a1f17;
  --good-ink: #86d3b4;
  --good-soft: #1b3329;
  --warn-ink: #f5d79b;
  --warn-soft: #2f2611;
  --warn-edge: #b98429;
  --bad-ink: #ffb9b2;
  --bad-soft: #361a18;
  --bad-edge: #cf5f57;
  --shadow: 0 1px 2px rgb(0 0 0 / 40%);`;

/**
 * Colours and fonts. Every pair used for text has a contrast of at least 4.5:1, and every border of a control 3:1.
 * `--fill` is the background of buttons, which a school chooses freely, and `--accent` its readable shade for links and edges.
 * States, such as `--good-ink`, do not take the colours of a school: something that is on must not look like an error.
 * Japanese and Taiwanese fonts draw the same Han characters differently, so these languages name their fonts.
 */
export const tokens = `:root {
  color-scheme: light dark;
  ${lightTokens}
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", "DejaVu Sans Mono", Consolas, monospace;
  --radius: 0.625rem;
}
:root:lang(ja) {
  --sans: -apple-system, "Segoe UI", Roboto, "Hiragino Sans", "Yu Gothic UI", Meiryo, "Noto Sans CJK JP", "Noto Sans JP", sans-serif;
  word-break: auto-phrase;
}
:root:lang(zh-Hant) {
  --sans: -apple-system, "Segoe UI", Roboto, "PingFang TC", "Microsoft JhengHei UI", "Noto Sans CJK TC", "Noto Sans TC", sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    ${darkTokens}
  }
}`;
