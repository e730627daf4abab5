/** What went when a verification was erased here (`DELETE /api/verifications/{id}`). */
export type Erased = {
  deliveries: number;
  readings: number;
  /** Of everything that was made of them. */
  rows: number;
};
