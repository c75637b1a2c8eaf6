-- +goose Up
-- Whether the log had events of this database before it sent any: other sites get them by a copy alone (orderd events fork).
ALTER TABLE event_carrier ADD COLUMN earlier boolean NOT NULL DEFAULT FALSE;
-- Whether events of the source are missing here, because its log did not have them any more or had them before it sent any; NULL until that is known.
ALTER TABLE event_sources ADD COLUMN incomplete boolean;
