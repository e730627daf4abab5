import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { rememberSingleKeys, singleKeysWanted } from "#lib/platform/browser/preferences.ts";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogClose, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { Field, FieldContent, FieldDescription, FieldLabel } from "@/components/ui/field";
import { Kbd } from "@/components/ui/kbd";

/** Path patterns: the review desk, all other pages, and pages that show a file. */
const DESK_PATH = /^\/review$/;
const OTHER_PATHS = /^(?!\/review$)/;
const FILE_PATHS = /^\/(review|verifications\/[^/]+)$/;

const KEYS = [
  { place: "everywhere", on: /^/, keys: { palette: ["Ctrl K", "⌘ K"], go: ["G R", "G V", "…"], help: ["?"] } },
  {
    place: "queue",
    on: DESK_PATH,
    keys: {
      search: ["/"],
      take: ["T"],
      move: ["J", "K", "↓", "↑"],
      open: ["Enter"],
      back: ["Esc"],
      select: ["X", "⇧ X"],
    },
  },
  {
    place: "lists",
    on: OTHER_PATHS,
    keys: { search: ["/"], rows: ["↓"], move: ["J", "K", "↓", "↑"], open: ["Enter"], select: ["X", "⇧ X"] },
  },
  { place: "pages", on: OTHER_PATHS, keys: { walk: ["Alt J", "Alt K"], back: ["Esc"] } },
  {
    place: "review",
    on: FILE_PATHS,
    keys: {
      mine: ["I"],
      assign: ["A"],
      wait: ["W"],
      decide: ["R"],
      ratify: ["Y"],
      giveBack: ["B"],
      reopen: ["O"],
      undo: ["Z"],
      note: ["N"],
      message: ["M"],
      dates: ["D"],
      check: ["V"],
    },
  },
  { place: "pdf", on: OTHER_PATHS, keys: { zoom: ["+", "−", "0"], find: ["Ctrl F", "⌘ F"], close: ["Esc"] } },
] as const;

/** Lists all shortcuts. Those of single characters can be turned off here (WCAG 2.1.4). */
export function KeysDialog({ onClosed }: { onClosed: () => void }) {
  const t = useTranslations("keys-help");
  const path = usePathname();
  const here = KEYS.filter(({ on }) => on.test(path));
  const closer = useRef<HTMLButtonElement>(null);
  const [single, setSingle] = useState(singleKeysWanted);
  return (
    <Dialog open onOpenChange={(open) => !open && onClosed()}>
      <DialogContent
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          closer.current?.focus();
        }}
        className="w-[28rem] p-5 has-[[data-place=review]]:sm:w-[44rem]"
      >
        <DialogTitle>{t("title")}</DialogTitle>
        <div className="gap-10 space-y-4 has-[[data-place=review]]:sm:columns-2">
          {here.map(({ place, keys }) => (
            <section key={place} data-place={place} className="break-inside-avoid">
              <h3 className="pb-1.5 text-muted-foreground text-xs">{t(`${place}.title`)}</h3>
              <dl className="space-y-1.5 text-sm">
                {Object.entries<readonly string[]>(keys).map(([what, pressed]) => (
                  <div key={what} className="flex items-baseline justify-between gap-4">
                    <dt className="min-w-0">{t(`${place}.${what}` as "lists.search")}</dt>
                    <dd className="flex shrink-0 gap-1">
                      {pressed.map((key) => (
                        <Kbd key={key} className="min-w-6 pointer-coarse:inline-flex px-1.5 text-foreground text-xs">
                          {key}
                        </Kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <Field orientation="horizontal" className="items-start border-border border-t pt-4">
          <Checkbox
            id="keys-single"
            checked={single}
            onCheckedChange={(checked) => {
              setSingle(checked);
              rememberSingleKeys(checked);
            }}
            aria-describedby="keys-single-note"
            className="mt-0.5"
          />
          <FieldContent>
            <FieldLabel htmlFor="keys-single" className="font-normal">
              {t("single")}
            </FieldLabel>
            <FieldDescription id="keys-single-note">{t("singleNote")}</FieldDescription>
          </FieldContent>
        </Field>
        <div className="flex justify-end">
          <DialogClose asChild>
            <Button ref={closer} variant="outline" size="sm">
              {t("close")}
            </Button>
          </DialogClose>
        </div>
      </DialogContent>
    </Dialog>
  );
}
