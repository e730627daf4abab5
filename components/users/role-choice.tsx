import { useTranslations } from "next-intl";
import type { Role } from "#lib/contract/access/user.ts";

/** From the least to the most: compliance reviews, support looks, administrators do all. */
const OFFERED: readonly Role[] = ["support", "compliance", "admin"];

/** One of the three roles, each with what it is for. */
export function RoleChoice({ chosen }: { chosen: Role }) {
  const t = useTranslations("users.role");
  const role = useTranslations("shell.role");
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 font-medium text-sm">{t("legend")}</legend>
      {OFFERED.map((name) => (
        <label
          key={name}
          className="flex cursor-pointer items-start gap-2.5 rounded-md border border-border p-3 has-checked:border-primary has-checked:bg-accent/50"
        >
          <input
            type="radio"
            name="role"
            value={name}
            defaultChecked={name === chosen}
            className="mt-1 accent-primary"
          />
          <span className="min-w-0">
            <span className="block font-medium text-sm">{role(name)}</span>
            <span className="block text-muted-foreground text-xs">{t(name)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
