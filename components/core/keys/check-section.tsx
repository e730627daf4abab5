import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { SecretField, secretIn } from "#components/core/secrets/secret-value.tsx";
import { Form } from "#components/kit/form.tsx";
import { Remark } from "#components/kit/remark.tsx";
import { Section } from "#components/kit/section.tsx";
import { ActionFailure } from "#components/kit/words.tsx";
import type { ListedKey } from "#lib/core/contract/keys/keys.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";

const RESULT_MARKS = { works: "good", invalid: "bad", forbidden: "warning", unknown: "unknown" } as const;

export function CheckSection({ keys }: { keys: readonly ListedKey[] }) {
  const t = useTranslations("keys.check");
  const { data, error, isPending, submit, onChange } = useKeyCheck("api_key");
  const same = data && keys.find(({ fingerprint }) => fingerprint === data.fingerprint);
  return (
    <Section id="check-key" title={t("title")}>
      <Form onSubmit={submit} className="flex flex-col gap-3">
        <SecretField label={t("field")} hint={t("hint")} name="api_key" required onChange={onChange} />
        <Button type="submit" variant="outline" aria-disabled={isPending} className="self-start">
          {isPending ? t("checking") : t("submit")}
        </Button>
        <div role="status" className="text-sm empty:hidden">
          {data && (
            <Remark mark={RESULT_MARKS[data.result]}>
              <strong className="block font-medium">{t(`result.${data.result}.title`)}</strong>
              <span className="text-muted-foreground">{t(`result.${data.result}.body`)}</span>
              {same && <span className="block">{t("same", { name: same.name ?? same.id })}</span>}
            </Remark>
          )}
        </div>
        <ActionFailure words="keys.problem" error={error} action="check" />
      </Form>
    </Section>
  );
}

/** Tries the key in the form field of this name, and empties the field at once: nobody can read the key on the screen. */
export function useKeyCheck(name: string) {
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: (api_key: string) => api("POST /api/key-checks", { body: { api_key } }),
  });
  return {
    data,
    error,
    isPending,
    submit(event: FormEvent<HTMLFormElement>) {
      const key = secretIn(event, name);
      if (key === "" || isPending) return;
      mutate(key);
      event.currentTarget.reset();
    },
    /** Typing resets the result of the previous key. */
    onChange: () => (data || error) && reset(),
  };
}
