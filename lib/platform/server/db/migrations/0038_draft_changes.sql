-- expands: the tab that wrote a draft, and the number of its change

-- Requests of one tab may arrive in another order. NULL: written by an earlier release.
ALTER TABLE drafts ADD COLUMN tab text COLLATE "C", ADD COLUMN change_number int;
