import { ChevronDown, ChevronUp, Download, MoveHorizontal, Printer, X, ZoomIn, ZoomOut } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { type ComponentProps, type RefObject, useId } from "react";
import { IconButton } from "#components/kit/icon-button.tsx";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import type { useFind } from "./find.ts";
import { MAX_ZOOM, MIN_ZOOM } from "./pdf-page.tsx";

type FindProps = { find: ReturnType<typeof useFind>; field: RefObject<HTMLInputElement | null> };

type Props = FindProps & {
  current: number;
  count: number;
  byPage: (direction: 1 | -1) => void;
  zoom: number;
  /** The zoom follows the width of the view. */
  fits: boolean;
  zoomBy: (direction: 1 | -1) => void;
  onFit: () => void;
  printing: "no" | "yes" | "failed";
  onPrint: () => void;
  onDownload: () => void;
  onClose: () => void;
};

export function Toolbar({ current, count, byPage, zoom, fits, zoomBy, onFit, printing, ...props }: Props) {
  const t = useTranslations("pdf");
  const format = useFormatter();
  return (
    <div
      role="toolbar"
      aria-label={t("tools")}
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-border border-b px-2 py-1.5"
    >
      <div className="flex items-center">
        <Tool icon={ChevronUp} label={t("previousPage")} aria-disabled={current <= 1} onClick={() => byPage(-1)} />
        <Tool icon={ChevronDown} label={t("nextPage")} aria-disabled={current >= count} onClick={() => byPage(1)} />
        <span className="px-1 text-xs tabular-nums">
          <span aria-hidden>
            {current} / {count}
          </span>
          <span className="sr-only">{t("page", { number: current, count })}</span>
        </span>
      </div>
      <div className="flex items-center">
        <Tool icon={ZoomOut} label={t("smaller")} aria-disabled={zoom <= MIN_ZOOM} onClick={() => zoomBy(-1)} />
        <output aria-label={t("zoom")} className="w-11 text-center text-xs tabular-nums">
          {format.number(zoom, { style: "percent", maximumFractionDigits: 0 })}
        </output>
        <Tool icon={ZoomIn} label={t("larger")} aria-disabled={zoom >= MAX_ZOOM} onClick={() => zoomBy(1)} />
        <Tool
          icon={MoveHorizontal}
          label={t("fit")}
          aria-pressed={fits}
          onClick={onFit}
          className="aria-pressed:bg-accent"
        />
      </div>
      <FindBar find={props.find} field={props.field} />
      <div className="ml-auto flex items-center">
        <Tool icon={Printer} label={t("print")} aria-disabled={printing === "yes"} onClick={props.onPrint} />
        <Tool icon={Download} label={t("download")} onClick={props.onDownload} />
        <Tool icon={X} label={t("close")} onClick={props.onClose} />
      </div>
      <p role="status" className="text-destructive text-xs empty:hidden">
        {printing === "failed" && t("printFailed")}
      </p>
    </div>
  );
}

function FindBar({ find, field }: FindProps) {
  const t = useTranslations("pdf.find");
  const id = useId();
  const { query, result } = find;
  const noMatch = result === null || result.count === 0;
  return (
    <search className="flex min-w-0 flex-1 basis-48 items-center gap-1">
      <Label htmlFor={id} className="sr-only">
        {t("label")}
      </Label>
      <Input
        ref={field}
        id={id}
        autoComplete="off"
        spellCheck={false}
        placeholder={t("placeholder")}
        value={query}
        onChange={(event) => find.setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") find.step(event.shiftKey ? -1 : 1);
          if (event.key !== "Escape" || query === "") return;
          // The first Escape clears the query, the next one closes the viewer.
          event.stopPropagation();
          find.setQuery("");
        }}
        className="h-8 flex-1 text-[0.8125rem]"
      />
      <p role="status" className="shrink-0 text-muted-foreground text-xs tabular-nums">
        {result && (
          <span>{result.count === 0 ? t("none") : t("at", { at: result.current + 1, count: result.count })}</span>
        )}
        {result?.page != null && <span className="sr-only">{`, ${t("onPage", { number: result.page })}`}</span>}
      </p>
      <Tool icon={ChevronUp} label={t("previous")} aria-disabled={noMatch} onClick={() => find.step(-1)} />
      <Tool icon={ChevronDown} label={t("next")} aria-disabled={noMatch} onClick={() => find.step(1)} />
    </search>
  );
}

type ToolProps = Omit<ComponentProps<typeof IconButton>, "children"> & { icon: typeof X };

const Tool = ({ icon: Icon, ...button }: ToolProps) => (
  <IconButton side="bottom" {...button}>
    <Icon aria-hidden />
  </IconButton>
);
