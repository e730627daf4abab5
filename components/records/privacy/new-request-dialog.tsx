import { useTranslations } from "next-intl";
import { useState } from "react";
import { CurpFaults } from "#components/core/people/curp-check.tsx";
import { ChangeDialog } from "#components/core/secrets/secret-change.tsx";
import { SelectField } from "#components/kit/select-field.tsx";
import { TextField } from "#components/kit/text-field.tsx";
import { mistypedCurp } from "#lib/core/rules/curp/faults.ts";
import { ApiError, api } from "#lib/platform/browser/api.ts";
import { wholeCurpIn } from "#lib/platform/contract/curp-shape.ts";
import { arcoKeys } from "#lib/records/browser/arco.ts";
import { ARCO_KINDS, type ArcoKind, type ArcoRequest, MAX_ARCO_NAME } from "#lib/records/contract/privacy/arco.ts";
import { FileField } from "./file-field.tsx";

type Props = { onClosed: () => void; onRegistered: (request: ArcoRequest) => void };

const MINUTE_MS = 60_000;

/** The current local time, in the format of a `datetime-local` field. */
function localNow(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** A form for a new request: the right, the subject, and the time of receipt in the reader's zone. */
export function NewRequestDialog({ onClosed, onRegistered }: Props) {
  const t = useTranslations("arco.create");
  const arco = useTranslations("arco");
  const [kind, setKind] = useState<ArcoKind>(ARCO_KINDS[0]);
  const [stated, setStated] = useState({ name: "", curp: "", verification_id: "" });
  const someone = Object.values(stated).some((text) => text.trim() !== "");
  const register = (form: FormData) =>
    api("POST /api/privacy/requests", {
      body: {
        kind,
        subject: Object.fromEntries(
          Object.entries(stated).flatMap(([name, text]) => (text.trim() === "" ? [] : [[name, text.trim()]])),
        ),
        received_at: new Date(String(form.get("received_at"))).toISOString(),
        identified_by: String(form.get("identified_by")).trim() || undefined,
      },
    });
  const field = (name: "name" | "curp", most: number) => ({
    name,
    maxLength: most,
    autoComplete: "off",
    value: stated[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setStated({ ...stated, [name]: target.value }),
  });
  const curp = field("curp", 50);
  const mistyped = mistypedCurp(stated.curp);
  return (
    <ChangeDialog
      of="arco.create"
      act={register}
      onDone={onRegistered}
      changes={[arcoKeys.all]}
      onClosed={onClosed}
      blocked={!someone}
      failure={{ words: "arco.problem" }}
      explain={(error) => <FileProblem error={error} />}
    >
      <SelectField
        label={t("kind")}
        values={ARCO_KINDS}
        nameOf={(each) => arco(`kind.${each}`)}
        value={kind}
        onChange={setKind}
      />
      <TextField label={t("name")} hint={t("subjectHint")} {...field("name", MAX_ARCO_NAME)} />
      <div className="space-y-2">
        <TextField
          label={arco("curp")}
          hint={t("curpHint")}
          {...curp}
          onChange={(event) => {
            const { value } = event.target;
            event.target.setCustomValidity(value.trim() === "" || wholeCurpIn(value) !== null ? "" : t("curpWrong"));
            curp.onChange(event);
          }}
        />
        <div role="status" className="text-xs empty:hidden">
          {mistyped && <CurpFaults faults={mistyped.faults} />}
        </div>
      </div>
      <FileField onName={(verification_id) => setStated((before) => ({ ...before, verification_id }))} />
      <TextField
        label={arco("identify.text")}
        hint={arco("identify.hint")}
        name="identified_by"
        maxLength={MAX_ARCO_NAME}
      />
      <TextField label={t("received")} name="received_at" type="datetime-local" required defaultValue={localNow()} />
    </ChangeDialog>
  );
}

/** Why the named file was refused. */
function FileProblem({ error }: { error: Error }) {
  const t = useTranslations("arco.file");
  const body: { field?: unknown; file?: unknown } = (error instanceof ApiError && error.body) || {};
  if (body.field !== "subject.verification_id") return null;
  return <p>{t(body.file === "ambiguous" ? "ambiguous" : "unknown")}</p>;
}
