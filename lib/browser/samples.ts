import type { NewSample, ResultInput } from "#lib/contract/review/sample-input.ts";
import { api, queryOf } from "./api.ts";

export const samplesKey = ["samples"] as const;

export const samplesOptions = () => queryOf([...samplesKey, "list"], "GET /api/review/samples", { staleTime: 0 });

export const sheetOptions = (id: string) =>
  queryOf([...samplesKey, "sheet", id], "GET /api/review/samples/{sample_id}", {
    params: { sample_id: id },
    staleTime: 0,
  });

export const drawSample = (sample: NewSample) => api("POST /api/review/samples", { body: sample });

export const enterResult = (sample_id: string, entry_id: number, body: ResultInput) =>
  api("PUT /api/review/samples/{sample_id}/results/{entry_id}", { params: { sample_id, entry_id }, body });

export const signSample = (sample_id: string, digest: string) =>
  api("POST /api/review/samples/{sample_id}/sign-off", { params: { sample_id }, body: { digest } });

/** The download address of a worksheet, in the reader's language. */
export const sheetFile = (id: string, format: "csv" | "xlsx"): string => `/api/review/samples/${id}?format=${format}`;
