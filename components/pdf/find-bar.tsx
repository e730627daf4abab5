"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useId } from "react";
import { Input } from "#components/ui/input.tsx";
import { Tool } from "./tool.tsx";
import type { useFind } from "./use-find.ts";

type Props = { find: ReturnType<typeof useFind>; field: RefObject<HTMLInputElement | null> };

/** What is looked for in the document, how often it stands there, and going from one place to the next. */
export function FindBar({ find, field }: Props) {
  const t = useTranslations("pdf.find");
  const id = useId();
  const { found } = find;
  const nothing = found === null || found.count === 0;
  return (
    <search className="flex min-w-0 flex-1 basis-48 items-center gap-1">
      <label htmlFor={id} className="sr-only">
        {t("label")}
      </label>
      <Input
        ref={field}
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        placeholder={t("placeholder")}
        value={find.sought}
        onChange={(event) => find.seek(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") find.go(event.shiftKey ? -1 : 1);
          if (event.key !== "Escape" || find.sought === "") return;
          // The first Escape takes back what was typed, the next one closes.
          event.stopPropagation();
          find.seek("");
        }}
        dense
        className="flex-1"
      />
      <p role="status" className="shrink-0 text-muted-foreground text-xs tabular-nums">
        {found && (found.count === 0 ? t("none") : t("at", { at: found.at + 1, count: found.count }))}
        {found?.page != null && <span className="sr-only">, {t("onPage", { number: found.page })}</span>}
      </p>
      <Tool label={t("previous")} off={nothing} onClick={() => find.go(-1)}>
        <ChevronUp aria-hidden />
      </Tool>
      <Tool label={t("next")} off={nothing} onClick={() => find.go(1)}>
        <ChevronDown aria-hidden />
      </Tool>
    </search>
  );
}
