import { queryOptions } from "@tanstack/react-query";
import type { Originals } from "#lib/contract/verifications/originals.ts";
import { api, read } from "./api.ts";

const PATH = "/api/settings/originals";

/** Where the team keeps the originals of items. */
export const originalsOptions = queryOptions({
  queryKey: ["originals"],
  queryFn: read<Originals>(PATH),
  staleTime: 0,
});

/** Throws `STEP_UP_REQUIRED` if the password is due. */
export const setOriginals = (body: Originals): Promise<Originals> => api(PATH, { method: "PUT", body });
