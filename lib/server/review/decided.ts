/**
 * Whether the verification of this id, in SQL, was ever accepted or rejected: a proposal decides nothing until it is approved,
 * nor does closing. What a decision rested on is evidence of it also once the file was reopened; only a decision that was
 * taken back at once is none.
 */
export const wasDecided = (id: string): string => `EXISTS (
  SELECT FROM review_log AS decision
  WHERE decision.verification_id = ${id} AND decision.kind IN ('decided', 'approved', 'ratified')
    AND decision.resolution IN ('accepted', 'rejected') AND NOT EXISTS (
      SELECT FROM review_log AS later WHERE later.verification_id = decision.verification_id AND later.undoes = decision.id))`;
