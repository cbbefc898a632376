import type { Contact, SignedCustomer } from '../contract/handover.ts'
import { visitorHandover } from '../contract/operations/handover.ts'
import { publicPage } from '../contract/operations/public-page.ts'
import type { Http } from '../http/client.ts'

type AsVisitor = <Result>(call: () => Promise<Result>) => Promise<Result>

/** The hand-over to a person, in one conversation of a visitor; `id` is the page's. */
export const createVisitorHandoverApi = (http: Http, id: string, asVisitor: AsVisitor) => ({
  identify: (body: SignedCustomer) => asVisitor(() => http.call(publicPage.identify, { id }, { body })),
  read: (part: string, signal: AbortSignal) =>
    asVisitor(() => http.call(visitorHandover.read, { id, part }, { signal })),
  request: (part: string, body: Contact) =>
    asVisitor(() => http.call(visitorHandover.request, { id, part }, { body })),
  write: (part: string, content: string) =>
    asVisitor(() => http.call(visitorHandover.write, { id, part }, { body: { content } })),
  close: (part: string) => asVisitor(() => http.call(visitorHandover.close, { id, part })),
  rate: (part: string, rating: number) =>
    asVisitor(() => http.call(visitorHandover.rate, { id, part }, { body: { rating } })),
  sayHelped: (part: string, helped: boolean) =>
    asVisitor(() => http.call(visitorHandover.sayHelped, { id, part }, { body: { helped } })),
})

export type VisitorHandoverApi = ReturnType<typeof createVisitorHandoverApi>
