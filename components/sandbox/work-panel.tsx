import { Tag, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from "react";
import { Form } from "#components/kit/form.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import type { SandboxLabel, SandboxPlay } from "#lib/edge/contract/sandbox/sandbox-input.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FieldLegend, FieldSet } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Problem, useSandboxAction } from "./entries.tsx";
import { SPEEDS } from "./scenarios-section.tsx";

type Props = { play: SandboxPlay; catalogue: SandboxLabel[] };

/** The changes of a verification that users at the customer or the service could make. */
export function WorkPanel({ play, catalogue }: Props) {
  return (
    <Card className="mt-2 rounded-md bg-background p-3">
      <Documents id={play.verification_id} />
      <Reopening id={play.verification_id} finished={play.status === "finished"} />
      <Labels play={play} catalogue={catalogue} />
    </Card>
  );
}

const Outcome = ({ error, children }: { error: Error | null; children: ReactNode }) => (
  <>
    <p role="status" className="text-xs empty:hidden">
      {children}
    </p>
    <Problem error={error} />
  </>
);

const COUNTS = ["1", "3", "10"] as const;

function Documents({ id }: { id: string }) {
  const t = useTranslations("sandbox.work.documents");
  const speeds = useTranslations("sandbox.scenarios.speed");
  const [count, setCount] = useState<(typeof COUNTS)[number]>("1");
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>("0");
  const { mutate, isPending, data, error } = useSandboxAction(async (wanted: number) => {
    await api("POST /api/sandbox/verifications/{verification_id}/documents", {
      params: { verification_id: id },
      body: { count: wanted, seconds: Number(speed) },
    });
    return wanted;
  });
  return (
    <FieldSet className="gap-2">
      <FieldLegend className="text-xs">{t("label")}</FieldLegend>
      <p className="text-muted-foreground text-xs">{t("says")}</p>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto] items-end gap-2">
        <SelectField
          size="sm"
          label={t("count")}
          values={COUNTS}
          nameOf={(value) => value}
          value={count}
          onChange={setCount}
        />
        <SelectField
          size="sm"
          label={speeds("label")}
          values={SPEEDS}
          nameOf={(value) => speeds(value)}
          value={speed}
          onChange={setSpeed}
        />
        <Button variant="outline" size="sm" aria-disabled={isPending} onClick={() => mutate(Number(count))}>
          {t("add")}
        </Button>
      </div>
      <Outcome error={error}>{data !== undefined && t("added", { count: data })}</Outcome>
    </FieldSet>
  );
}

function Reopening({ id, finished }: { id: string; finished: boolean }) {
  const t = useTranslations("sandbox.work.reopen");
  const { mutate, isPending, isSuccess, error } = useSandboxAction((verification_id: string) =>
    api("POST /api/sandbox/verifications/{verification_id}/reopen", { params: { verification_id } }),
  );
  return (
    <div className="space-y-2 border-border border-t pt-3">
      <Button
        variant="outline"
        size="sm"
        aria-disabled={!finished || isPending}
        aria-describedby={`${id}-reopen`}
        onClick={() => mutate(id)}
      >
        {t("do")}
      </Button>
      <p id={`${id}-reopen`} className="text-muted-foreground text-xs">
        {finished ? t("says") : t("notFinished")}
      </p>
      <Outcome error={error}>{isSuccess && !finished && t("done")}</Outcome>
    </div>
  );
}

type LabelChange =
  | { action: "add" | "comment"; label: string; comment: string | null }
  | { action: "remove"; label: string };

function Labels({ play: { verification_id, labels }, catalogue }: Props) {
  const t = useTranslations("sandbox.work.labels");
  const group = useRef<HTMLFieldSetElement>(null);
  const [wanted, setWanted] = useState("");
  const { mutate, isPending, isSuccess, error } = useSandboxAction((body: LabelChange) =>
    api("POST /api/sandbox/verifications/{verification_id}/labels", { params: { verification_id }, body }),
  );
  const focusGroup = () => group.current?.focus();
  const free = catalogue.filter(({ label }) => labels.every((assigned) => assigned.label !== label));
  const chosen = free.find(({ label }) => label === wanted) ?? free[0];
  const send = (event: FormEvent<HTMLFormElement>, action: "add" | "comment", label: string) => {
    event.preventDefault();
    const form = event.currentTarget;
    const comment = String(new FormData(form).get("comment")).trim() || null;
    const onSuccess = () => {
      if (action === "comment") return;
      form.reset();
      // With the last free label the form is removed.
      if (free.length === 1) focusGroup();
    };
    if (!isPending) mutate({ action, label, comment }, { onSuccess });
  };
  return (
    <FieldSet ref={group} tabIndex={-1} className="gap-3 border-border border-t pt-3 outline-none">
      {/* A legend that does not float would be on the border. */}
      <FieldLegend className="float-left mb-0 text-xs">{t("label")}</FieldLegend>
      {labels.length === 0 && <p className="text-muted-foreground text-xs">{t("none")}</p>}
      <ul className="space-y-3 empty:hidden">
        {labels.map(({ label, display_name, comment }) => (
          <li key={label}>
            <Form className="space-y-1.5" onSubmit={(event) => send(event, "comment", label)}>
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
                  // The row is removed with its label, so the focus moves to the group.
                  onClick={() => mutate({ action: "remove", label }, { onSuccess: focusGroup })}
                >
                  <X aria-hidden />
                  {t("remove")}
                </Button>
              </div>
              <Comment
                aria-label={t("comment", { label: display_name })}
                defaultValue={comment ?? ""}
                button={t("change")}
                buttonName={t("changeNamed", { label: display_name })}
                busy={isPending}
              />
            </Form>
          </li>
        ))}
      </ul>
      {chosen && (
        <Form className="space-y-2" onSubmit={(event) => send(event, "add", chosen.label)}>
          <SelectField
            size="sm"
            label={t("pick")}
            values={free.map(({ label }) => label)}
            nameOf={(label) => free.find((one) => one.label === label)?.display_name ?? label}
            value={chosen.label}
            onChange={setWanted}
          />
          <Comment aria-label={t("newComment")} placeholder={t("newComment")} button={t("assign")} busy={isPending} />
        </Form>
      )}
      <Outcome error={error}>{isSuccess && t("changed")}</Outcome>
    </FieldSet>
  );
}

type CommentProps = ComponentProps<typeof Input> & { button: string; buttonName?: string; busy: boolean };

const Comment = ({ button, buttonName, busy, ...input }: CommentProps) => (
  <div className="flex gap-2">
    <Input name="comment" maxLength={1_000} className="h-8 text-[0.8125rem]" {...input} />
    <Button type="submit" variant="outline" size="sm" aria-label={buttonName} aria-disabled={busy}>
      {button}
    </Button>
  </div>
);
