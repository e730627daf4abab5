"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SelectField } from "#components/kit/select-field.tsx";
import {
  CURP_SHOWN,
  consistent,
  type NeedToKnow,
  REASON_ASKED,
  type RoleRule,
} from "#lib/core/contract/need-to-know/policy.ts";
import { api, queryOf } from "#lib/platform/browser/api.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { ROLES, type Role } from "#lib/platform/manifest.ts";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldLabel } from "@/components/ui/field";
import { LoadedPage } from "./loaded.tsx";
import { SettingsForm } from "./settings-form.tsx";

const needToKnowOptions = queryOf(["need-to-know"], "GET /api/settings/need-to-know");

/** The need-to-know policy: the personal data that each role may see, and the roles that must give a reason. */
export function NeedToKnowSection() {
  return (
    <LoadedPage of="need-to-know" query={useQuery(needToKnowOptions)} height="h-80">
      {(policy) => <PolicyForm key={policy.version} known={policy} />}
    </LoadedPage>
  );
}

function PolicyForm({ known }: { known: NeedToKnow }) {
  const t = useTranslations("need-to-know");
  const [draft, setDraft] = useState(known);
  const change = (role: Role, part: Partial<RoleRule>) => {
    const rule = consistent({ ...draft.roles[role], ...part });
    setDraft({ ...draft, roles: { ...draft.roles, [role]: rule } });
  };
  return (
    <SettingsForm
      of="need-to-know"
      className="space-y-4"
      changed={JSON.stringify(draft) !== JSON.stringify(known)}
      save={() => api("PUT /api/settings/need-to-know", { body: draft })}
      queryKey={needToKnowOptions.queryKey}
      said={known.version > 0 && t("inForce", { version: known.version })}
    >
      {ROLES.map((role) => (
        <RoleFields key={role} role={role} rule={draft.roles[role]} onChange={(part) => change(role, part)} />
      ))}
      <SelectField
        label={t("reason.label")}
        hint={t("reason.hint")}
        values={REASON_ASKED}
        nameOf={(asked) => t(`reason.${asked}`)}
        value={draft.reason}
        onChange={(reason) => setDraft({ ...draft, reason })}
      />
    </SettingsForm>
  );
}

type RoleProps = { role: Role; rule: RoleRule; onChange: (part: Partial<RoleRule>) => void };

/** A whole CURP contains the date of birth, and the PDF shows both: data forbidden in one form is disabled in the others. */
function RoleFields({ role, rule, onChange }: RoleProps) {
  const t = useTranslations("need-to-know");
  const name = useTranslations("shell.role");
  return (
    <fieldset className="grid items-end gap-x-6 gap-y-2 border-border border-t pt-3 first:border-t-0 first:pt-0 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <legend className="sr-only">{name(role)}</legend>
      <SelectField
        label={t("curp.label", { role: name(role) })}
        values={CURP_SHOWN}
        nameOf={(shown) => t(`curp.${shown}`)}
        value={rule.curp}
        onChange={(curp) => onChange({ curp, ...(curp === "whole" && { birth_date: true }) })}
      />
      <FieldLabel className="h-9 font-normal">
        <Checkbox checked={rule.birth_date} onCheckedChange={(birth_date) => onChange({ birth_date })} />
        {t("birthDate")}
      </FieldLabel>
      <FieldLabel className="h-9 font-normal">
        <Checkbox
          checked={rule.pdf}
          disabled={!may(role, "documents.open") || rule.curp !== "whole"}
          onCheckedChange={(pdf) => onChange({ pdf })}
        />
        {t("pdf")}
      </FieldLabel>
    </fieldset>
  );
}
