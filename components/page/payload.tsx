"use client";

import { useMemo } from "react";
import { CodeBlock } from "#components/ui/scroll-region.tsx";

/** What was sent, laid out for reading; nothing of it is changed. */
export function Payload({ name, text }: { name: string; text: string }) {
  const pretty = useMemo(() => prettyPayload(text), [text]);
  return (
    <CodeBlock label={name} className="max-h-96">
      {pretty}
    </CodeBlock>
  );
}

/** Deeper levels are not indented further: a body of nothing but brackets must not become gigabytes of spaces. */
const MAX_INDENT = 30;

/**
 * A payload laid out for reading, token by token: parsing and writing it again would round large numbers and change what
 * was sent. Text that is not JSON comes back as it is.
 */
export function prettyPayload(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let depth = 0;
  let justOpened = false;
  const parts: string[] = [];
  const line = () => `\n${"  ".repeat(Math.min(depth, MAX_INDENT))}`;
  for (const [part] of text.matchAll(TOKEN)) {
    const closes = part === "}" || part === "]";
    if (closes) depth -= 1;
    // An empty object or list stays on its line.
    if (closes !== justOpened) parts.push(line());
    justOpened = part === "{" || part === "[";
    if (justOpened) depth += 1;
    parts.push(part === ":" ? ": " : part);
    if (part === ",") parts.push(line());
  }
  return parts.join("");
}

/** Strings whole, punctuation one by one, and what is left: numbers and words. White space between them is dropped. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
