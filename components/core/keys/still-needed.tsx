import { useTranslations } from "next-intl";
import { SecretField } from "#components/core/secrets/secret-value.tsx";
import { Form } from "#components/kit/form.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { RelativeInstant } from "#components/kit/time.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import type { ListedKey, RotationElsewhere } from "#lib/core/contract/keys/keys.ts";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useKeyCheck } from "./check-section.tsx";

type Props = { rotation: RotationElsewhere; old: ListedKey | undefined };

/** Shows whether the old key is still in use: its last use as reported by the service, and a check of the configured key. */
export function StillNeeded({ rotation, old }: Props) {
  const t = useTranslations("keys.elsewhere.needed");
  return (
    <Card className="gap-3 rounded-md p-3 text-sm">
      <h4 className="font-medium text-sm">{t("title")}</h4>
      {old ? <LastUse old={old} switchedAt={rotation.switched_at} /> : <Remark mark="good">{t("gone")}</Remark>}
      <InPlace rotation={rotation} old={old} />
    </Card>
  );
}

function LastUse({ old, switchedAt }: { old: ListedKey; switchedAt: string | null }) {
  const t = useTranslations("keys.elsewhere.needed");
  const lastUse = lastUseOf(old.other_fields);
  const used = usedSince(lastUse, switchedAt);
  if (lastUse === null || used === null) return <Remark mark="unknown">{t("lastUseUnknown")}</Remark>;
  if (lastUse === "never") return <Remark mark="good">{t("never")}</Remark>;
  return (
    <Remark mark={used ? "warning" : "good"}>
      <span key={used ? "used" : "unused"}>
        {t.rich(used ? "used" : "unused", { ago: () => <RelativeInstant at={lastUse} /> })}
      </span>
    </Remark>
  );
}

/** Compares the configured key, pasted by the admin, with the old and the new key by fingerprint. */
function InPlace({ rotation, old }: Props) {
  const t = useTranslations("keys.elsewhere.needed");
  const { data, error, isPending, submit, onChange } = useKeyCheck("in_place");
  const found = data && matchingKey(data.fingerprint, rotation, old);
  return (
    <Form onSubmit={submit} className="space-y-2">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <SecretField label={t("field")} name="in_place" required onChange={onChange} />
        </div>
        <Button type="submit" variant="outline" aria-disabled={isPending}>
          {isPending ? t("checking") : t("check")}
        </Button>
      </div>
      <p className="text-muted-foreground text-xs">{t("hint")}</p>
      <div role="status" className="space-y-1 empty:hidden">
        {found && (
          <Remark mark={found === "new" && data.result === "works" ? "good" : "warning"}>{t(`found.${found}`)}</Remark>
        )}
        {found && data.result !== "works" && <Remark mark="warning">{t(`result.${data.result}`)}</Remark>}
      </div>
      <ActionFailure words="keys.problem" error={error} action="check" />
    </Form>
  );
}

/** The fingerprint of the old key is known only if the dashboard created that key too. */
function matchingKey(fingerprint: string, { fingerprint: made }: RotationElsewhere, old: ListedKey | undefined) {
  if (fingerprint === made) return "new";
  return fingerprint === old?.fingerprint ? "old" : "another";
}

/** Possible fields for a key's last use in the service's answer (the interface names none). */
const USE_FIELDS = ["last_used_at", "last_used", "last_used_on", "last_use_at", "lastUsedAt", "lastUsed", "used_at"];

/** The last use of a key: an instant, `never`, or null if the service reports none or in an unreadable form. */
export function lastUseOf(fields: Record<string, unknown>): string | "never" | null {
  const name = USE_FIELDS.find((known) => known in fields);
  if (name === undefined) return null;
  const at = fields[name];
  if (at === null) return "never";
  return typeof at === "string" && !Number.isNaN(Date.parse(at)) ? at : null;
}

/** Whether the old key was used after the new key was marked as in use; null if unknown. */
export function usedSince(lastUse: ReturnType<typeof lastUseOf>, switchedAt: string | null): boolean | null {
  if (lastUse === null || switchedAt === null) return null;
  return lastUse !== "never" && Date.parse(lastUse) > Date.parse(switchedAt);
}
