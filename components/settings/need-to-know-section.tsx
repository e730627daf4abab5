"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Form } from "#components/page/form.tsx";
import { Failure } from "#components/page/message.tsx";
import { SelectField } from "#components/page/select-field.tsx";
import { useErrorWords } from "#components/page/words.tsx";
import { useSecretChange } from "#components/secrets/secret-change.tsx";
import { needToKnowOptions, saveNeedToKnow } from "#lib/browser/need-to-know.ts";
import { may } from "#lib/contract/access/permissions.ts";
import { ROLES, type Role } from "#lib/contract/access/user.ts";
import {
  CURP_SHOWN,
  consistent,
  type NeedToKnow,
  REASON_ASKED,
  type RoleRule,
} from "#lib/contract/need-to-know/policy.ts";
import { Button } from "@/components/ui/button";
import { FieldLabel } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { LoadedPage } from "./loaded.tsx";

/** The policy of need to know: the data of a person shown to each role, and the roles that give a reason. */
export function NeedToKnowSection() {
  return (
    <LoadedPage of="need-to-know" query={useQuery(needToKnowOptions)} height="h-80">
      {(policy) => <PolicyForm key={policy.version} known={policy} />}
    </LoadedPage>
  );
}

function PolicyForm({ known }: { known: NeedToKnow }) {
  const t = useTranslations("need-to-know");
  const problem = useErrorWords("need-to-know.problem");
  const client = useQueryClient();
  const [draft, setDraft] = useState(known);
  const save = useSecretChange(saveNeedToKnow, {
    onSuccess: (policy) => client.setQueryData(needToKnowOptions.queryKey, policy),
  });
  const change = (role: Role, part: Partial<RoleRule>) => {
    const rule = consistent({ ...draft.roles[role], ...part });
    setDraft({ ...draft, roles: { ...draft.roles, [role]: rule } });
  };
  const idle = save.isPending || JSON.stringify(draft) === JSON.stringify(known);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!idle) save.run(draft);
  };
  return (
    <>
      <Form onSubmit={submit} className="max-w-2xl space-y-4">
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
        {/* Not `disabled`, which would move the focus away from the pressed button. */}
        <Button type="submit" aria-disabled={idle}>
          {t(save.isPending ? "saving" : "save")}
        </Button>
        <p role="status" className="text-muted-foreground text-xs empty:hidden">
          {known.version > 0 && t("inForce", { version: known.version })}
        </p>
        <Failure says={save.error && problem(save.error)} />
      </Form>
      {save.stepUp}
    </>
  );
}

type RoleProps = { role: Role; rule: RoleRule; onChange: (part: Partial<RoleRule>) => void };

/** A whole CURP tells the date of birth, and the PDF shows both: what one part forbids is switched off in the others. */
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
        <Switch checked={rule.birth_date} onCheckedChange={(birth_date) => onChange({ birth_date })} />
        {t("birthDate")}
      </FieldLabel>
      <FieldLabel className="h-9 font-normal">
        <Switch
          checked={rule.pdf}
          disabled={!may(role, "documents.open") || rule.curp !== "whole"}
          onCheckedChange={(pdf) => onChange({ pdf })}
        />
        {t("pdf")}
      </FieldLabel>
    </fieldset>
  );
}
