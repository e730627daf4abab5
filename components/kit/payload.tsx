import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { CodeBlock } from "#components/kit/code-block.tsx";

/** A larger payload is shown up to this length; it is stored whole and can be copied. */
const MAX_SHOWN = 128 * 1024;

/** The payload formatted for reading, with a note if a part is not shown. */
export function Payload({ name, text }: { name: string; text: string }) {
  const pretty = useMemo(() => prettyPayload(text), [text]);
  return (
    <>
      <CodeBlock label={name} className="max-h-96">
        {pretty.slice(0, MAX_SHOWN).toWellFormed()}
      </CodeBlock>
      {pretty.length > MAX_SHOWN && <OnlyTheBeginning size={text.length} />}
    </>
  );
}

function OnlyTheBeginning({ size }: { size: number }) {
  const t = useTranslations("verification.activity");
  return <p className="text-muted-foreground text-xs">{t("payloadCut", { size })}</p>;
}

/** Deeper levels stay on their line: a body of brackets alone would become megabytes of spaces. */
const MAX_INDENT = 30;

/**
 * Formats a payload for reading, token by token: parsing and serialising would round large numbers and change the text.
 * Stops at the display limit. Text that is not JSON is returned unchanged.
 */
export function prettyPayload(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let depth = 0;
  let length = 0;
  let justOpened = false;
  const parts: string[] = [];
  const add = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  const addLine = () => {
    if (depth <= MAX_INDENT) add(`\n${"  ".repeat(depth)}`);
  };
  for (const [part] of text.matchAll(TOKEN)) {
    if (length > MAX_SHOWN) break;
    const closes = part === "}" || part === "]";
    if (closes) depth -= 1;
    // An empty object or list stays on one line.
    if (closes !== justOpened) addLine();
    justOpened = part === "{" || part === "[";
    if (justOpened) depth += 1;
    add(part === ":" ? ": " : part);
    if (part === ",") addLine();
  }
  return parts.join("");
}

/** Strings, punctuation, and the rest: numbers and words. White space between tokens is dropped. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
