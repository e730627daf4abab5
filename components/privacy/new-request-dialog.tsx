"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { TextField } from "#components/page/text-field.tsx";
import { ChangeDialog } from "#components/secrets/secret-change.tsx";
import { arcoKeys, registerArco } from "#lib/browser/arco.ts";
import { ARCO_KINDS, type ArcoKind, type ArcoRequest, MAX_ARCO_NAME } from "#lib/contract/privacy/arco.ts";
import { Field, FieldLabel } from "@/components/ui/field";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";

type Props = { onClosed: () => void; onRegistered: (request: ArcoRequest) => void };

const MINUTE_MS = 60_000;

/** The reader's clock as a field for a local time has it. */
function localNow(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** A new request: the right, whose data, and when it was received, in the reader's zone. */
export function NewRequestDialog({ onClosed, onRegistered }: Props) {
  const t = useTranslations("arco.create");
  const arco = useTranslations("arco");
  const kind = useId();
  const [stated, setStated] = useState({ name: "", curp: "", verification_id: "" });
  const someone = Object.values(stated).some((text) => text.trim() !== "");
  const register = (form: FormData) =>
    registerArco({
      kind: String(form.get("kind")) as ArcoKind,
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
      <Field>
        <FieldLabel htmlFor={kind}>{t("kind")}</FieldLabel>
        <NativeSelect id={kind} name="kind" className="w-full">
          {ARCO_KINDS.map((each) => (
            <NativeSelectOption key={each} value={each}>
              {arco(`kind.${each}`)}
            </NativeSelectOption>
          ))}
        </NativeSelect>
      </Field>
      <TextField label={t("name")} hint={t("subjectHint")} {...field("name", MAX_ARCO_NAME)} />
      <TextField label={arco("curp")} hint={t("curpHint")} {...field("curp", 50)} />
      <TextField label={t("file")} hint={t("fileHint")} {...field("verification_id", 200)} />
      <TextField label={t("received")} name="received_at" type="datetime-local" required defaultValue={localNow()} />
    </ChangeDialog>
  );
}
