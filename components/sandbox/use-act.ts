import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "#lib/browser/api.ts";
import { leaveForSignIn } from "#lib/browser/query-client.ts";
import { sandboxKeys } from "#lib/browser/sandbox.ts";

/** Does something to the embedded service; how it stands then is asked at once. */
export function useAct<Input, Answer = unknown>(act: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) leaveForSignIn();
    },
    onSettled: () => client.invalidateQueries({ queryKey: sandboxKeys.all }),
  });
}
