"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextField } from "#components/kit/text-field.tsx";
import {
  addressOfOriginal,
  isTemplate,
  MAX_TEMPLATE,
  ORIGINAL_FIELDS,
  type Originals,
} from "#lib/core/contract/verifications/originals.ts";
import { api, queryOf } from "#lib/platform/browser/api.ts";
import { LoadedSection } from "./loaded.tsx";
import { SettingsForm } from "./settings-form.tsx";

/** Where the team keeps the originals of items. */
export const originalsOptions = queryOf(["originals"], "GET /api/settings/originals", { staleTime: 0 });

/** The address where the team keeps the originals of items: the service offers no download of originals. */
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
  const router = useRouter();
  const [typed, setTyped] = useState(known.template ?? "");
  const template = typed.trim() || null;
  const valid = template === null || isTemplate(template);
  const fields = ORIGINAL_FIELDS.map((field) => `{${field}}`).join(", ");
  return (
    <SettingsForm
      of="originals"
      className="space-y-3"
      changed={template !== known.template}
      save={() => api("PUT /api/settings/originals", { body: { template } })}
      queryKey={originalsOptions.queryKey}
      // Refreshed, since the layout passes the setting to all pages.
      onSaved={() => router.refresh()}
      said={template === known.template && known.template !== null && t("inUse")}
    >
      <TextField
        label={t("template")}
        hint={
          template !== null && valid
            ? t("example", { address: addressOfOriginal(template, EXAMPLE) ?? template })
            : t("hint", { fields })
        }
        ref={(input) => input?.setCustomValidity(valid ? "" : t("refused", { fields, itemId: "{item_id}" }))}
        value={typed}
        maxLength={MAX_TEMPLATE}
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        placeholder="https://docs.example.mx/{tag}/{item_id}"
        onChange={({ target }) => setTyped(target.value)}
        className="font-mono"
      />
    </SettingsForm>
  );
}
