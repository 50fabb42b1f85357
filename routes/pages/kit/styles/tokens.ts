/** The colours of the light scheme, as declarations. */
export const lightTokens = `--page: #ffffff;
  --sunken: #f5f7f6;
  --raised: #ffffff;
  --hover: #f0f3f2;
  --text: #17201e;
  --muted: #56625f;
  --line: #e2e7e5;
  --field: #7f8b87;
  --accent: #1f5f5b;
  --accent-soft: #e6f0ef;
  --on-accent: #ffffff;
  --bar-dim: #6a9894;
  --action: #e0a526;
  --action-hover: #e4ae3c;
  --action-line: #8f6a10;
  --on-action: #1d1600;
  --brand: #1f5f5b;
  --on-brand: #ffffff;
  --caution: #8f3d06;
  --caution-bg: #fff2e5;
  --caution-line: #e2a878;
  --good: #1d653b;
  --good-bg: #e7f4ec;
  --danger: #b3261e;
  --danger-bg: #fdecea;
  --danger-fill: #b3261e;
  --float: 0 1px 2px #0000000f, 0 8px 24px #0000001a;`;

/** Those of the dark scheme. */
export const darkTokens = `--page: #131817;
  --sunken: #0d1110;
  --raised: #1b2221;
  --hover: #222b29;
  --text: #e8edeb;
  --muted: #a3aeab;
  --line: #2b3432;
  --field: #6c7975;
  --accent: #7fc8c1;
  --accent-soft: #173230;
  --on-accent: #0b1f1d;
  --bar-dim: #528680;
  --action-line: #e0a526;
  --caution: #f3b27c;
  --caution-bg: #2f2113;
  --caution-line: #6b4a2a;
  --good: #86d3a4;
  --good-bg: #14301f;
  --danger: #ff9d94;
  --danger-bg: #3b1815;
  --danger-fill: #c23a31;
  --float: 0 0 0 1px #2b3432;`;

/**
 * Colours and fonts, by role. Every pair used for text has a contrast of at least 4.5:1, and every edge of a control 3:1.
 * `--action` is the background of the main button, which a school chooses freely, and `--accent` a readable shade of the
 * colour of its logo, for links and what is chosen. States, such as `--good`, do not take the colours of a school: something
 * that is on must not look like an error.
 * Japanese and Taiwanese fonts draw the same Han characters differently, so these languages name their fonts.
 */
export const tokens = `:root {
  color-scheme: light dark;
  ${lightTokens}
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", "DejaVu Sans Mono", Consolas, monospace;
  --small: 0.875rem/1.25rem var(--sans);
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
