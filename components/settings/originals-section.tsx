"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Form } from "#components/page/form.tsx";
import { Failure } from "#components/page/message.tsx";
import { TextField } from "#components/page/text-field.tsx";
import { useErrorWords } from "#components/page/words.tsx";
import { useSecretChange } from "#components/secrets/secret-change.tsx";
import { originalsOptions, setOriginals } from "#lib/browser/originals.ts";
import {
  addressOfOriginal,
  isTemplate,
  MAX_TEMPLATE,
  ORIGINAL_FIELDS,
  type Originals,
} from "#lib/contract/verifications/originals.ts";
import { Button } from "@/components/ui/button";
import { LoadedSection } from "./loaded.tsx";

/** Where the team keeps the originals of items, since the service hands out none. */
export function OriginalsSection() {
  return (
    <LoadedSection of="originals" query={useQuery(originalsOptions)} height="h-16">
      {(data) => <OriginalsForm known={data} />}
    </LoadedSection>
  );
}

const EXAMPLE = { verification_id: "ver_2041", tag: "EXP-2041", item_id: 7 };

function OriginalsForm({ known }: { known: Originals }) {
  const t = useTranslations("originals");
  const problem = useErrorWords("originals.problem");
  const client = useQueryClient();
  const router = useRouter();
  const [typed, setTyped] = useState(known.template ?? "");
  const [refused, setRefused] = useState(false);
  const template = typed.trim() || null;
  const valid = template === null || isTemplate(template);
  const save = useSecretChange(setOriginals, {
    onSuccess: (saved) => {
      client.setQueryData(originalsOptions.queryKey, saved);
      // The layout passes the setting to every page.
      router.refresh();
    },
  });
  const idle = template === known.template || save.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!valid) setRefused(true);
    else if (!idle) save.run({ template });
  };
  const fields = ORIGINAL_FIELDS.map((field) => `{${field}}`).join(", ");
  return (
    <>
      <Form onSubmit={submit} className="max-w-2xl space-y-3">
        <TextField
          label={t("template")}
          hint={
            template !== null && valid
              ? t("example", { address: addressOfOriginal(template, EXAMPLE) ?? template })
              : t("hint", { fields })
          }
          error={refused && !valid ? t("refused", { fields, itemId: "{item_id}" }) : undefined}
          value={typed}
          maxLength={MAX_TEMPLATE}
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
          placeholder="https://docs.example.mx/{tag}/{item_id}"
          onChange={({ target }) => {
            setTyped(target.value);
            setRefused(false);
          }}
          className="font-mono"
        />
        {/* Not `disabled`, which would move the focus away from the pressed button. */}
        <Button type="submit" aria-disabled={idle}>
          {t(save.isPending ? "saving" : "save")}
        </Button>
        <p role="status" className="text-muted-foreground text-xs empty:hidden">
          {template === known.template && known.template !== null && t("inUse")}
        </p>
        <Failure says={save.error && problem(save.error)} />
      </Form>
      {save.stepUp}
    </>
  );
}
