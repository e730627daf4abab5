import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locale, Theme } from "#lib/platform/contract/preferences.ts";
import en from "#messages/en/platform/starting.json" with { type: "json" };
import es from "#messages/es-MX/platform/starting.json" with { type: "json" };
import type { Step } from "./progress.ts";

const WORDS: Record<Locale, typeof en> = { en, "es-MX": es };

const sourceOf = (path: string): string => readFileSync(join(import.meta.dirname, "..", "..", "..", path), "utf8");

/** The dashboard's colours: the rules for `:root`, which hold plain properties alone. */
const TOKENS = sourceOf("app/globals.css")
  .match(/^:root[^{]*\{[^}]*\}/gm)
  ?.join("\n");
const ICON = sourceOf("public/icon.svg").trim();

const STYLE = `${TOKENS}
*, ::before { box-sizing: border-box; margin: 0; }
html { scrollbar-gutter: stable; }
body { min-height: 100dvh; display: grid; align-content: center; background: var(--background); color: var(--foreground);
  font: 0.875rem/1.43 ui-sans-serif, system-ui, sans-serif; }
main { width: 100%; max-width: 24rem; margin: auto; padding: 2rem 1rem 4rem; }
.name { display: flex; align-items: center; gap: 0.5rem; margin-bottom: 1.5rem; font-size: 1.125rem; font-weight: 600;
  letter-spacing: -0.025em; }
svg { display: block; width: 1.5rem; }
svg rect { fill: var(--primary); }
svg path { stroke: var(--primary-foreground); }
.card { padding: 1.5rem; border: 1px solid var(--border); border-radius: var(--radius); background: var(--card); }
h1 { font-size: 1.125rem; font-weight: 600; letter-spacing: -0.025em; }
.about { margin-top: 0.25rem; color: var(--muted-foreground); }
ol { margin-top: 1.25rem; padding: 0; list-style: none; font-variant-numeric: tabular-nums; }
[hidden] { display: none; }
li { display: grid; grid-template-columns: 1rem 1fr auto; gap: 0.625rem; align-items: center; padding: 0.5rem 0;
  border-top: 1px solid var(--border); }
li:last-child { padding-bottom: 0; }
li::before { content: ""; width: 1rem; height: 1rem; border: 2px solid var(--border); border-radius: 50%; }
.running::before { border-color: var(--primary) var(--border) var(--border); animation: turn 1s linear infinite; }
.done::before, .failed::before { border: 0; font-weight: 700; line-height: 1rem; text-align: center; }
.done::before { content: "✓" / ""; color: var(--done); }
.failed::before { content: "✕" / ""; color: var(--failed); }
.waiting, .state { color: var(--muted-foreground); }
.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@keyframes turn { to { rotate: 1turn; } }
@media (prefers-reduced-motion: reduce) { .running::before { animation: none; } }`;

/**
 * Puts the texts of a newer page into this one, so that a screen reader keeps its place. The probe of readiness is answered
 * by the launcher with this page, and by the dashboard with JSON, without an entry in the audit trail.
 */
const SCRIPT = `const parts = (page) => page.querySelectorAll("title, h1, p, li, li span");
let refused = 0;
const list = document.querySelector("ol");
function show(page) {
  const newer = parts(page);
  const present = parts(document);
  if (newer.length !== present.length) return;
  list.hidden = false;
  present.forEach((part, index) => {
    part.className = newer[index].className;
    if (!part.querySelector("*") && part.textContent !== newer[index].textContent) part.textContent = newer[index].textContent;
  });
}
async function look() {
  try {
    const signal = AbortSignal.timeout(5000);
    const answer = await fetch("/api/health/ready", { headers: { accept: "text/html" }, signal });
    if (answer.ok) return location.reload();
    show(new DOMParser().parseFromString(await answer.text(), "text/html"));
    refused = 0;
  } catch {
    refused += 1;
    if (refused === 5) {
      list.hidden = true;
      for (const part of document.querySelectorAll("[data-ended]")) part.textContent = part.dataset.ended;
    }
  }
  setTimeout(look, 1000);
}
setTimeout(look, 1000);`;

const sourceHash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

export const STARTING_POLICY = [
  "default-src 'none'",
  `script-src ${sourceHash(SCRIPT)}`,
  `style-src ${sourceHash(STYLE)}`,
  "img-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

type Preferences = { locale: Locale; theme: Theme };

/** The page of a start. Its texts are ours, so none is escaped. */
export function startingPage(steps: readonly Step[], { locale, theme }: Preferences): string {
  const words = WORDS[locale];
  const failed = steps.some(({ state }) => state === "failed");
  const { title, about } = failed ? words.failed : words;
  const running = steps.filter(({ state }) => state === "running").map(({ name }) => words.step[name]);
  // Without the seconds: a change is read aloud.
  const heard = failed ? `${title}. ${about}` : `${words.now} ${running.join(", ")}`;
  const rows = steps.map(({ name, state, seconds, stage }) => {
    const told = stage ? words.stage[stage] : words.state[state];
    const time = seconds > 0 ? ` · ${seconds} s` : "";
    return `<li class="${state}"><span>${words.step[name]}</span><span class="state">${told}${time}</span></li>`;
  });
  return `<!doctype html>
<html lang="${locale}"${theme === "system" ? "" : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<noscript><meta http-equiv="refresh" content="5"></noscript>
<title>${title}</title>
<link rel="icon" href="data:image/svg+xml;base64,${Buffer.from(ICON).toString("base64")}">
<style>${STYLE}</style>
</head>
<body>
<main>
<div class="name"><span aria-hidden="true">${ICON}</span>Cotejo</div>
<div class="card">
<h1 data-ended="${words.ended.title}">${title}</h1>
<p class="about" data-ended="${words.ended.about}">${about}</p>
<ol>${rows.join("")}</ol>
</div>
<p class="heard" role="status" data-ended="${words.ended.title}. ${words.ended.about}">${heard}</p>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
