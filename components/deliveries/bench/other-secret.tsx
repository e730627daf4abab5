"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { tryStoredSecrets } from "#lib/browser/deliveries.ts";
import { MAX_CHECKED_BYTES } from "#lib/contract/deliveries/delivery.ts";

/** Tries the secrets that the server keeps. It says what is sent for that, and sends it only when told. */
export function OtherSecret({ given }: { given: { header: string; body: Uint8Array<ArrayBuffer> } }) {
  const t = useTranslations("deliveries.bench.other");
  const attempt = useMutation({ mutationFn: () => tryStoredSecrets(given.header, given.body) });
  const { data } = attempt;
  const tooLarge = given.body.length > MAX_CHECKED_BYTES;
  return (
    <section className="space-y-2.5 rounded-lg border border-border p-4 text-sm">
      <h2 className="font-semibold">{t("title")}</h2>
      <p className="text-[0.8125rem]">{tooLarge ? t("tooLarge") : t("body")}</p>
      {!data && !tooLarge && (
        <Button
          variant="outline"
          size="sm"
          aria-disabled={attempt.isPending}
          onClick={() => !attempt.isPending && attempt.mutate()}
        >
          {attempt.isPending ? t("asking") : t("ask")}
        </Button>
      )}
      {data && (
        <p className="font-medium">
          {data.match ? t("match", { role: t(`role.${data.match}`) }) : t("none", { count: data.tried })}
        </p>
      )}
      {attempt.isError && <p className="text-failed">{t("failed")}</p>}
    </section>
  );
}
