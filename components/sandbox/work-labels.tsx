"use client";

import { Tag, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { Form } from "#components/page/form.tsx";
import { changeLabel, type LabelChange } from "#lib/browser/sandbox.ts";
import type { SandboxLabel, SandboxPlay } from "#lib/contract/sandbox/sandbox.ts";
import { Button } from "@/components/ui/button";
import { FieldLegend, FieldSet } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Choice } from "./choices.tsx";
import { Problem, useSandboxAction } from "./sandbox-action.tsx";

const LONGEST_COMMENT = 1_000;

/** The text of a form's field; null for none. */
const textIn = (form: HTMLFormElement, name: string): string | null =>
  String(new FormData(form).get(name) ?? "").trim() || null;

/** Labels of a verification: their comments changed, taken off, or another one assigned. */
export function WorkLabels({ play, catalogue }: { play: SandboxPlay; catalogue: SandboxLabel[] }) {
  const t = useTranslations("sandbox.work.labels");
  const group = useRef<HTMLFieldSetElement>(null);
  const { mutate, isPending, isSuccess, error } = useSandboxAction((change: LabelChange) =>
    changeLabel(play.verification_id, change),
  );
  const change = (wanted: LabelChange, onSuccess?: () => void) =>
    isPending || mutate(wanted, onSuccess ? { onSuccess } : undefined);
  const free = catalogue.filter(({ label }) => play.labels.every((assigned) => assigned.label !== label));
  return (
    <FieldSet ref={group} tabIndex={-1} className="gap-3 border-border border-t pt-3 outline-none">
      {/* Floated, a legend stands below the border. */}
      <FieldLegend className="float-left mb-0 text-xs">{t("label")}</FieldLegend>
      {play.labels.length === 0 && <p className="text-muted-foreground text-xs">{t("none")}</p>}
      <ul className="space-y-3 empty:hidden">
        {play.labels.map(({ label, display_name, comment }) => (
          <li key={label}>
            <Form
              className="space-y-1.5"
              onSubmit={(event: FormEvent<HTMLFormElement>) => {
                event.preventDefault();
                change({ action: "comment", label, comment: textIn(event.currentTarget, "comment") });
              }}
            >
              <div className="flex items-center justify-between gap-2">
                <span className="inline-flex min-w-0 items-center gap-1.5 text-xs">
                  <Tag aria-hidden className="size-3.5 shrink-0" />
                  <span className="wrap-anywhere">{display_name}</span>
                </span>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={t("removeNamed", { label: display_name })}
                  aria-disabled={isPending}
                  // The row goes with the label, and the focus would go with it.
                  onClick={() => change({ action: "remove", label }, () => group.current?.focus())}
                >
                  <X aria-hidden />
                  {t("remove")}
                </Button>
              </div>
              <div className="flex gap-2">
                <Input
                  name="comment"
                  aria-label={t("comment", { label: display_name })}
                  defaultValue={comment ?? ""}
                  maxLength={LONGEST_COMMENT}
                  className="h-8 text-[0.8125rem]"
                />
                <Button
                  type="submit"
                  variant="outline"
                  size="sm"
                  aria-label={t("changeNamed", { label: display_name })}
                  aria-disabled={isPending}
                >
                  {t("change")}
                </Button>
              </div>
            </Form>
          </li>
        ))}
      </ul>
      {free.length > 0 && (
        <NewLabel
          free={free}
          disabled={isPending}
          onAssign={(wanted, done) =>
            change(wanted, () => {
              done();
              // With the last one the form goes too.
              if (free.length === 1) group.current?.focus();
            })
          }
        />
      )}
      <p role="status" className="text-xs empty:hidden">
        {isSuccess && t("changed")}
      </p>
      <Problem error={error} />
    </FieldSet>
  );
}

type NewProps = { free: SandboxLabel[]; disabled: boolean; onAssign: (change: LabelChange, done: () => void) => void };

function NewLabel({ free, disabled, onAssign }: NewProps) {
  const t = useTranslations("sandbox.work.labels");
  const [wanted, setWanted] = useState("");
  const chosen = free.find(({ label }) => label === wanted)?.label ?? free[0]?.label ?? "";
  return (
    <Form
      className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        onAssign({ action: "add", label: chosen, comment: textIn(form, "comment") }, () => form.reset());
      }}
    >
      <div className="col-span-2">
        <Choice
          label={t("pick")}
          options={free.map(({ label, display_name }) => ({ value: label, name: display_name }))}
          value={chosen}
          onChange={setWanted}
        />
      </div>
      <Input
        name="comment"
        aria-label={t("newComment")}
        placeholder={t("newComment")}
        maxLength={LONGEST_COMMENT}
        className="h-8 text-[0.8125rem]"
      />
      <Button type="submit" variant="outline" size="sm" aria-disabled={disabled}>
        {t("assign")}
      </Button>
    </Form>
  );
}
