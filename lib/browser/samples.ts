import type { Sample, SampleSheet } from "#lib/contract/review/sample.ts";
import type { NewSample, ResultInput } from "#lib/contract/review/sample-input.ts";
import { post, put, queryOf } from "./api.ts";

export const samplesKey = ["samples"] as const;

const SAMPLES = "/api/review/samples";

export const samplesOptions = () => queryOf<{ items: Sample[] }>([...samplesKey, "list"], SAMPLES, { staleTime: 0 });

export const sheetOptions = (id: string) =>
  queryOf<SampleSheet>([...samplesKey, "sheet", id], `${SAMPLES}/${id}`, { staleTime: 0 });

export const drawSample = (sample: NewSample) => post<{ sample_id: string }>(SAMPLES, sample);

export const enterResult = (id: string, entry_id: number, result: ResultInput) =>
  put<void>(`${SAMPLES}/${id}/results/${entry_id}`, result);

export const signSample = (id: string, digest: string) => post<void>(`${SAMPLES}/${id}/sign-off`, { digest });

/** The download address of a worksheet, in the reader's language. */
export const sheetFile = (id: string, format: "csv" | "xlsx"): string => `${SAMPLES}/${id}?format=${format}`;
