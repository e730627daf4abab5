import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { ApiError } from "#lib/browser/api.ts";
import { sandboxKeys } from "#lib/browser/sandbox.ts";

/** Does something to the embedded service; its state is refetched at once. */
export function useSandboxAction<Input, Answer = unknown>(act: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries({ queryKey: sandboxKeys.all }),
  });
}

const KNOWN = new Map([
  [0, "away"],
  [400, "invalid"],
  [403, "forbidden"],
  [404, "gone"],
  [409, "conflict"],
  [503, "away"],
] as const);

/** Why something did not work, said at once; nothing while there is nothing to say. */
export function Problem({ error }: { error: Error | null }) {
  const t = useTranslations("sandbox.problem");
  const status = error instanceof ApiError ? error.status : -1;
  return (
    <div role="alert" className="text-failed text-xs empty:hidden">
      {error && (
        <p className="flex items-start gap-1.5">
          <CircleX aria-hidden className="mt-px size-3.5 shrink-0" />
          {t(KNOWN.get(status as 0) ?? "other")}
        </p>
      )}
    </div>
  );
}
