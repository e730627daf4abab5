"use client";

import { useMemo } from "react";
import { prettyPayload } from "./view/pretty-payload.ts";

/** What was sent, laid out for reading; nothing of it is changed. */
export function Payload({ name, text }: { name: string; text: string }) {
  const pretty = useMemo(() => prettyPayload(text), [text]);
  return (
    <section aria-label={name}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard. */}
      <pre tabIndex={0} className="max-h-96 overflow-auto rounded-md bg-muted p-3 font-mono text-xs leading-relaxed">
        {pretty}
      </pre>
    </section>
  );
}
