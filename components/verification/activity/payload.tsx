"use client";

import { useMemo } from "react";
import { CodeBlock } from "#components/ui/scroll-region.tsx";
import { prettyPayload } from "#components/verification/view/pretty-payload.ts";

/** What was sent, laid out for reading; nothing of it is changed. */
export function Payload({ name, text }: { name: string; text: string }) {
  const pretty = useMemo(() => prettyPayload(text), [text]);
  return (
    <CodeBlock label={name} className="max-h-96">
      {pretty}
    </CodeBlock>
  );
}
