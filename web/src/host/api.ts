/** What the host's page asks of the server: for accounts alone that are hosts. */
import type {
  HostAudits,
  HostCode,
  HostFlags,
  HostOverview,
  HostPeople,
  HostPerson,
  HostReports,
  HostTables,
} from '../generated/protocol';
import { ask, json, query } from '../net/api';

const id = encodeURIComponent;
const person = (who: string) => `/host/people/${id(who)}`;
type QueryParts = Record<string, string | undefined>;

export const hosting = {
  overview: () => json<HostOverview>('GET', '/host'),
  people: (asked: QueryParts) => json<HostPeople>('GET', `/host/people?${query(asked)}`),
  ban: (who: string, why: string) => json<HostPerson>('PUT', `${person(who)}/ban`, { why }),
  unban: (who: string) => json<HostPerson>('DELETE', `${person(who)}/ban`),
  mute: (who: string, hours: number) => json<HostPerson>('PUT', `${person(who)}/mute`, { hours }),
  unmute: (who: string) => json<HostPerson>('DELETE', `${person(who)}/mute`),
  reset: (who: string) => json<HostCode>('POST', `${person(who)}/reset`),
  deletePerson: (who: string) => ask('DELETE', person(who)),
  tables: (asked: QueryParts) => json<HostTables>('GET', `/host/tables?${query(asked)}`),
  closeTable: (table: string, why: string) => ask('POST', `/host/tables/${id(table)}/close`, { why }),
  deleteTable: (table: string) => ask('DELETE', `/host/tables/${id(table)}`),
  reports: (asked: QueryParts) => json<HostReports>('GET', `/host/reports?${query(asked)}`),
  handleReport: (report: string) => ask('POST', `/host/reports/${id(report)}/handle`),
  flags: (asked: QueryParts) => json<HostFlags>('GET', `/host/flags?${query(asked)}`),
  handleFlags: (table: string) => ask('POST', `/host/flags/${id(table)}/handle`),
  recompute: () => ask('POST', '/host/ratings/recompute'),
  audit: (asked: QueryParts) => json<HostAudits>('GET', `/host/audit?${query(asked)}`),
};
