import type { UseQueryResult } from "@tanstack/react-query";
import { Clock, EyeOff, KeyRound, MonitorCog, RefreshCw, Trash2 } from "lucide-react";
import { useNow, useTranslations } from "next-intl";
import { useId } from "react";
import { ServiceList } from "#components/core/secrets/service-list.tsx";
import { CopyId } from "#components/kit/copy.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { ExactInstant, RelativeInstant } from "#components/kit/time.tsx";
import type { ListedKey, ListedKeys } from "#lib/core/contract/keys/keys.ts";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";

export type KeyDialog = { what: "create" } | { what: "delete" | "rotate"; key: ListedKey };

type Props = { keys: UseQueryResult<ListedKeys>; onOpen: (dialog: KeyDialog) => void };

export function KeysSection({ keys, onOpen }: Props) {
  const t = useTranslations("keys.list");
  return (
    <ServiceList
      id="keys"
      of="keys.list"
      list={keys}
      failure={{ words: "keys.problem", action: "list" }}
      row={(key, listed) => (
        <KeyEntry
          key={key.id}
          listed={key}
          kept={deletionObstacle(key, listed)}
          onOpen={(what) => onOpen({ what, key })}
        />
      )}
    >
      {keys.data?.current_known === false && (
        <Remark mark={KeyRound} className="border-border border-t p-4 text-muted-foreground text-sm">
          {t("currentUnknown")}
        </Remark>
      )}
    </ServiceList>
  );
}

/** The reason why a key cannot be deleted by hand; null if it can. */
export function deletionObstacle(key: ListedKey, { items, unreadable, current_known }: ListedKeys) {
  if (key.current) return "current";
  if (key.rotating) return "rotating";
  if (key.replacing) return "replacing";
  if (items.length + (unreadable?.count ?? 0) === 1) return "last";
  return current_known ? null : "unknown";
}

type KeyEntryProps = {
  listed: ListedKey;
  kept: ReturnType<typeof deletionObstacle>;
  onOpen: (what: "delete" | "rotate") => void;
};

function KeyEntry({ listed, kept, onOpen }: KeyEntryProps) {
  const t = useTranslations("keys.entry");
  const now = useNow({ updateInterval: 60_000 });
  const why = useId();
  const { id, name, created_at, fingerprint } = listed;
  const others = Object.entries(listed.other_fields);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-64 space-y-1.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="wrap-anywhere font-medium text-sm">{name ?? t("nameless")}</h3>
          {listed.current && (
            <Badge variant="secondary" className="bg-accent">
              <MonitorCog aria-hidden />
              {t("current")}
            </Badge>
          )}
          {(listed.rotating || listed.replacing) && (
            <Badge variant="secondary">
              <RefreshCw aria-hidden />
              {t("rotating")}
            </Badge>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-xs">
          <CopyId id={id} label={t("copyId")} />
          {created_at !== null && !Number.isNaN(Date.parse(created_at)) ? (
            <span>
              {t.rich("created", {
                on: () => <ExactInstant at={created_at} />,
                ago: () => <RelativeInstant at={created_at} />,
              })}
            </span>
          ) : (
            <span>{t("ageUnknown")}</span>
          )}
          {fingerprint && (
            <span>
              {t("fingerprint")}{" "}
              <code translate="no" className="font-mono">
                {fingerprint}
              </code>
            </span>
          )}
        </div>
        {isOld(created_at, now) && (
          <Remark mark={Clock} className="text-medium text-xs">
            {t(listed.current ? "oldCurrent" : "old")}
          </Remark>
        )}
        {!listed.rotating && (listed.value === "held" || listed.value === "unclaimed") && (
          <Remark mark={EyeOff} className="text-muted-foreground text-xs">
            {t(`value.${listed.replacing ? "replacing" : listed.value}`)}
          </Remark>
        )}
        {others.length > 0 && (
          <dl className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
            {others.map(([field, value]) => (
              <div key={field} className="flex min-w-0 gap-1.5">
                <dt className="font-mono text-muted-foreground">{field}</dt>
                <dd translate="no" className="wrap-anywhere font-mono">
                  {typeof value === "string" ? value : JSON.stringify(value)}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <div className="flex flex-col items-start gap-1 sm:max-w-52 sm:items-end">
        <div className="flex gap-2">
          {/* A deletable key may be rotated too. */}
          {kept === null && (
            <Button
              variant="outline"
              size="sm"
              aria-label={t("rotateNamed", { name: name ?? id })}
              aria-haspopup="dialog"
              onClick={() => onOpen("rotate")}
            >
              <RefreshCw aria-hidden />
              {t("rotate")}
            </Button>
          )}
          <Button
            variant="destructive"
            size="sm"
            aria-label={t("deleteNamed", { name: name ?? id })}
            aria-haspopup="dialog"
            aria-disabled={kept !== null}
            aria-describedby={kept ? why : undefined}
            onClick={() => onOpen("delete")}
          >
            <Trash2 aria-hidden />
            {t("delete")}
          </Button>
        </div>
        {kept && (
          <p id={why} className="text-muted-foreground text-xs sm:text-right">
            {t(`kept.${kept}`)}
          </p>
        )}
      </div>
    </li>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Older keys should be rotated: nobody knows then where copies of them are. */
const OLD_AFTER_DAYS = 90;

/** Whether a key is at least 90 days old; a key of unknown age is not. */
export function isOld(createdAt: string | null, now: Date): boolean {
  const at = Date.parse(createdAt ?? "");
  return !Number.isNaN(at) && now.getTime() - at >= OLD_AFTER_DAYS * DAY_MS;
}
