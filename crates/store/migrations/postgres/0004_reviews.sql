-- How thorough the review was that accuracy and luck come from: a rougher one does not replace them.
alter table played add column depth bigint;
