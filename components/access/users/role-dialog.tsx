import { useTranslations } from "next-intl";
import { useState } from "react";
import { NameField } from "#components/access/credentials.tsx";
import { ChangeDialog } from "#components/core/secrets/secret-change.tsx";
import { askConsent, changeUser, userKeys } from "#lib/access/browser/users.ts";
import { isConsentRole, type ListedUser } from "#lib/access/contract/user.ts";
import { may, PERMISSIONS } from "#lib/platform/contract/permissions.ts";
import { type AccountRole, ROLES, type Role } from "#lib/platform/manifest.ts";
import { FieldContent, FieldDescription, FieldLabel, FieldLegend, FieldTitle } from "@/components/ui/field";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { HandOver, useHeldReviews } from "./hand-over.tsx";
import type { DialogProps } from "./user-actions.ts";

type Props = DialogProps & {
  user: ListedUser;
  /** Another administrator must consent before a user gets a role that may decide or administer. */
  needsConsent: boolean;
  onDone: (requested: boolean) => void;
};

/** Changes the name and role of a user, effective from the user's next request. */
export function RoleDialog({ user, needsConsent, ...props }: Props) {
  const t = useTranslations("users.change");
  const held = useHeldReviews(user);
  const [chosen, setChosen] = useState<AccountRole>(user.role);
  const [to, setTo] = useState("");
  async function save(form: FormData): Promise<boolean> {
    const name = String(form.get("name")).trim();
    const role = String(form.get("role")) as Role;
    const asks = needsConsent && isConsentRole(role) && role !== user.role;
    const gives = !asks && held.count > 0 && !may(role, "reviews.decide");
    const change = { name, role, ...(gives && { reviews_to: to || null }) };
    await changeUser({ id: user.id, change: asks ? { name } : change });
    if (asks) await askConsent(user.id, role === "admin" ? "make_admin" : "make_compliance");
    return asks;
  }
  return (
    <ChangeDialog
      {...props}
      of="users.change"
      values={{ name: user.name }}
      about={needsConsent && t("aboutConsent")}
      act={save}
      changes={[userKeys.all]}
      failure={{ words: "users.problem" }}
    >
      <NameField label={t("name")} defaultValue={user.name} autoComplete="off" />
      <RoleChoice chosen={user.role} onChosen={setChosen} />
      {!may(chosen, "reviews.decide") && <HandOver user={user} to={to} onTo={setTo} />}
    </ChangeDialog>
  );
}

/** All roles, from the fewest permissions to the most. */
export const OFFERED_ROLES = ROLES.toSorted((a, b) => permissionsOf(a) - permissionsOf(b));

function permissionsOf(role: Role): number {
  return Object.values(PERMISSIONS).filter(({ roles }) => roles.includes(role)).length;
}

type ChoiceProps = { chosen: AccountRole; offered?: readonly Role[]; onChosen?: (role: Role) => void };

export function RoleChoice({ chosen, offered = OFFERED_ROLES, onChosen }: ChoiceProps) {
  const t = useTranslations("users.role");
  const role = useTranslations("shell.role");
  return (
    <RadioGroup name="role" onValueChange={(role) => onChosen?.(role as Role)} className="gap-2">
      <FieldLegend>{t("legend")}</FieldLegend>
      {offered.map((name) => (
        <FieldLabel
          key={name}
          className="w-full cursor-pointer items-start gap-2.5 rounded-md border border-border p-3 font-normal has-checked:border-primary has-checked:bg-accent/50"
        >
          <RadioGroupItem value={name} defaultChecked={name === chosen} className="mt-0.5" />
          <FieldContent>
            <FieldTitle>{role(name)}</FieldTitle>
            <FieldDescription>{t(name)}</FieldDescription>
          </FieldContent>
        </FieldLabel>
      ))}
    </RadioGroup>
  );
}
