import { useTranslations } from "next-intl";
import { useState } from "react";
import { SelectField } from "#components/page/select-field.tsx";
import { TextField } from "#components/page/text-field.tsx";
import { ChangeDialog } from "#components/secrets/secret-change.tsx";
import { arcoKeys, registerArco } from "#lib/browser/arco.ts";
import { ARCO_KINDS, type ArcoKind, type ArcoRequest, MAX_ARCO_NAME } from "#lib/contract/privacy/arco.ts";

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
    registerArco({
      kind,
      subject: Object.fromEntries(
        Object.entries(stated).flatMap(([name, text]) => (text.trim() === "" ? [] : [[name, text.trim()]])),
      ),
      received_at: new Date(String(form.get("received_at"))).toISOString(),
    });
  const field = (name: keyof typeof stated, most: number) => ({
    name,
    maxLength: most,
    autoComplete: "off",
    value: stated[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setStated({ ...stated, [name]: target.value }),
  });
  return (
    <ChangeDialog
      of="arco.create"
      act={register}
      onDone={onRegistered}
      changes={[arcoKeys.all]}
      onClosed={onClosed}
      blocked={!someone}
      failure={{ words: "arco.problem" }}
    >
      <SelectField
        label={t("kind")}
        values={ARCO_KINDS}
        nameOf={(each) => arco(`kind.${each}`)}
        value={kind}
        onChange={setKind}
      />
      <TextField label={t("name")} hint={t("subjectHint")} {...field("name", MAX_ARCO_NAME)} />
      <TextField label={arco("curp")} hint={t("curpHint")} {...field("curp", 50)} />
      <TextField label={t("file")} hint={t("fileHint")} {...field("verification_id", 200)} />
      <TextField label={t("received")} name="received_at" type="datetime-local" required defaultValue={localNow()} />
    </ChangeDialog>
  );
}
