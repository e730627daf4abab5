"use client";

import { ChevronDown, ChevronUp, Download, MoveHorizontal, Printer, X, ZoomIn, ZoomOut } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, type RefObject, useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { Input } from "#components/ui/input.tsx";
import type { useFind } from "./find.ts";
import { LARGEST, SMALLEST } from "./pdf-page.tsx";

type Find = { find: ReturnType<typeof useFind>; field: RefObject<HTMLInputElement | null> };

type Props = Find & {
  current: number;
  count: number;
  byPage: (direction: 1 | -1) => void;
  share: number;
  fitting: boolean;
  zoomBy: (direction: 1 | -1) => void;
  onFit: () => void;
  printing: "no" | "yes" | "failed";
  onPrint: () => void;
  onDownload: () => void;
  onClose: () => void;
};

/** What one does with an open document: pages, size, search, paper, file. */
export function Toolbar({ current, count, byPage, share, fitting, zoomBy, onFit, printing, ...props }: Props) {
  const t = useTranslations("pdf");
  const format = useFormatter();
  return (
    <div
      role="toolbar"
      aria-label={t("tools")}
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-border border-b px-2 py-1.5"
    >
      <div className="flex items-center">
        <Tool label={t("previousPage")} off={current <= 1} onClick={() => byPage(-1)}>
          <ChevronUp aria-hidden />
        </Tool>
        <Tool label={t("nextPage")} off={current >= count} onClick={() => byPage(1)}>
          <ChevronDown aria-hidden />
        </Tool>
        <span className="px-1 text-xs tabular-nums">
          <span aria-hidden>
            {current} / {count}
          </span>
          <span className="sr-only">{t("page", { number: current, count })}</span>
        </span>
      </div>
      <div className="flex items-center">
        <Tool label={t("smaller")} off={share <= SMALLEST} onClick={() => zoomBy(-1)}>
          <ZoomOut aria-hidden />
        </Tool>
        <output aria-label={t("zoom")} className="w-11 text-center text-xs tabular-nums">
          {format.number(share, { style: "percent", maximumFractionDigits: 0 })}
        </output>
        <Tool label={t("larger")} off={share >= LARGEST} onClick={() => zoomBy(1)}>
          <ZoomIn aria-hidden />
        </Tool>
        <Tool label={t("fit")} aria-pressed={fitting} onClick={onFit} className="aria-pressed:bg-accent">
          <MoveHorizontal aria-hidden />
        </Tool>
      </div>
      <FindBar find={props.find} field={props.field} />
      <div className="ml-auto flex items-center">
        <Tool label={t("print")} off={printing === "yes"} onClick={props.onPrint}>
          <Printer aria-hidden />
        </Tool>
        <Tool label={t("download")} onClick={props.onDownload}>
          <Download aria-hidden />
        </Tool>
        <Tool label={t("close")} onClick={props.onClose}>
          <X aria-hidden />
        </Tool>
      </div>
      <p role="status" className="text-failed text-xs empty:hidden">
        {printing === "failed" && t("printFailed")}
      </p>
    </div>
  );
}

/** What is looked for in the document, how often it stands there, and going from one place to the next. */
function FindBar({ find, field }: Find) {
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

type ToolProps = Omit<ComponentProps<typeof Button>, "children" | "disabled"> & {
  label: string;
  /** Not `disabled`: that would take the focus away from who pressed it. */
  off?: boolean;
  children: ReactNode;
};

/** A button of the viewer's bar: a picture, and its name on hover and for whoever hears it. */
export function Tool({ label, off = false, onClick, children, ...rest }: ToolProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      aria-disabled={off || undefined}
      onClick={(event) => !off && onClick?.(event)}
      {...rest}
    >
      {children}
    </Button>
  );
}
