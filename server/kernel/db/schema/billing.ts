import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type {
  BillingDetails,
  Card,
  Interval,
  PaymentState,
} from '../../../../src/services/contract/billing.ts'
import type { Seller } from '../../config/payments.ts'
import { users } from './accounts.ts'
import { bytea } from './knowledge.ts'
import { organizations } from './organizations.ts'

/** Cents. */
export type Amounts = { net: number; vat: number; gross: number }

/** What an invoice says, as it was when it was issued. Without a seller it is a receipt. */
export type InvoiceContent = {
  seller: Seller | null
  buyer: BillingDetails
  /** No money was moved. */
  test: boolean
  order: string
  lines: { text: string; amount: number }[]
  /** What was bought, from and to, as ISO 8601. */
  period: { from: string; to: string }
  currency: string
  amounts: Amounts
  vatRate: number
  /** Why there is no VAT. */
  taxNote: string | null
}

/** Whom the invoices of an organization are made out to, S3.5. */
export const billingDetails = pgTable('organization_billing_details', {
  organizationId: uuid()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  details: jsonb().$type<BillingDetails>().notNull(),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

/** What is to begin at the end of the present period, as long as nothing is paid for it. */
export const plannedChanges = pgTable('organization_planned_changes', {
  organizationId: uuid()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  planId: text().notNull(),
  interval: text().$type<Interval>().notNull(),
  seats: integer().notNull().default(0),
})

/** An order, and what became of it; amounts in cents. */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey().defaultRandom(),
    number: integer().notNull().generatedAlwaysAsIdentity(),
    /** Unguessable: whoever holds it may read the outcome. */
    reference: text().notNull().unique(),
    /** Null for what was ordered before plans belonged to organizations, by somebody who looks after none. */
    organizationId: uuid().references(() => organizations.id, { onDelete: 'cascade' }),
    /** Who has ordered it; null for what the card on file is charged with, and once the account is gone. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    planId: text().notNull(),
    interval: text().$type<Interval>().notNull(),
    /** Additional seats, beyond the members that the plan includes. */
    seats: integer().notNull().default(0),
    /** Whether it begins at once, when the present period ends, or adds seats to the periods there are. */
    kind: text().$type<'change' | 'renewal' | 'seats'>().notNull(),
    amount: integer().notNull(),
    credit: integer().notNull().default(0),
    currency: text().notNull(),
    status: text().$type<PaymentState>().notNull().default('pending'),
    provider: text().$type<'stripe' | 'embedded'>().notNull(),
    /** The provider's own name for it. */
    providerId: text(),
    billedTo: jsonb().$type<BillingDetails>().notNull(),
    /** Whether the person wants it to renew. */
    renews: boolean().notNull().default(false),
    /** A renewal that the card on file is charged with, and nobody confirms. */
    automatic: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    paidAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('payments_organization').on(table.organizationId, table.createdAt),
    index('payments_user').on(table.userId, table.createdAt),
  ],
)

/** The last number of a series of invoices; its row is locked until an invoice with the next one is stored. */
export const invoiceSeries = pgTable('invoice_series', {
  series: text().primaryKey(),
  last: integer().notNull(),
})

/** Never changed but for the file, which is drawn once. Books outlive accounts: the invoice of one that is deleted stays. */
export const invoices = pgTable(
  'invoices',
  {
    id: uuid().primaryKey().defaultRandom(),
    paymentId: uuid().references(() => payments.id, { onDelete: 'set null' }),
    series: text().notNull(),
    number: integer().notNull(),
    content: jsonb().$type<InvoiceContent>().notNull(),
    pdf: bytea(),
    issuedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('invoices_number').on(table.series, table.number),
    uniqueIndex('invoices_payment').on(table.paymentId),
  ],
)

/**
 * What was paid for: the plan of an organization is that of the period that is now. `value` is its price in cents; none
 * where somebody who owned several organizations had paid for all of them, and this is not the first.
 */
export const planPeriods = pgTable(
  'plan_periods',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: uuid().references(() => organizations.id, { onDelete: 'cascade' }),
    /** Of the version before, which looks for them by it. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    planId: text().notNull(),
    interval: text().$type<Interval>().notNull(),
    startsAt: timestamp({ withTimezone: true }).notNull(),
    endsAt: timestamp({ withTimezone: true }).notNull(),
    value: integer().notNull(),
    seats: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    paymentId: uuid().references(() => payments.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('plan_periods_organization').on(table.organizationId, table.endsAt),
    index('plan_periods_user').on(table.userId, table.endsAt),
  ],
)

/** A card on file, and what is charged to it next. */
export const renewals = pgTable(
  'organization_renewals',
  {
    organizationId: uuid()
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    provider: text().$type<'stripe' | 'embedded'>().notNull(),
    /** The provider's name for whose card it is. */
    customer: text().notNull(),
    card: jsonb().$type<Card>(),
    /** When it is charged next: the end of what is paid, or another try. */
    nextAt: timestamp({ withTimezone: true }).notNull(),
    /** Tries of the present renewal that failed. */
    attempts: integer().notNull().default(0),
    failedAt: timestamp({ withTimezone: true }),
    canceledAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('organization_renewals_next').on(table.nextAt),
    index('organization_renewals_customer').on(table.customer),
  ],
)

/** Messages of a provider that were taken, by its id: none is taken twice. */
export const paymentEvents = pgTable('payment_events', {
  id: text().primaryKey(),
  receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

/** Questions asked in a month (`2026-01`): deleting a conversation does not give them back. */
export const messageCounts = pgTable(
  'message_counts',
  {
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    month: text().notNull(),
    count: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.month] })],
)

const ofPerson = {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
}

/** Of the version before, as the two after it: billing belonged to people. This one reads nothing of them. */
export const formerBillingDetails = pgTable('billing_details', {
  ...ofPerson,
  details: jsonb().$type<BillingDetails>().notNull(),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
export const formerPlannedChanges = pgTable('planned_changes', {
  ...ofPerson,
  planId: text().notNull(),
  interval: text().$type<Interval>().notNull(),
})
export const formerRenewals = pgTable(
  'renewals',
  {
    ...ofPerson,
    provider: text().notNull(),
    customer: text().notNull(),
    card: jsonb().$type<Card>(),
    nextAt: timestamp({ withTimezone: true }).notNull(),
    attempts: integer().notNull().default(0),
    failedAt: timestamp({ withTimezone: true }),
    canceledAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('renewals_next').on(table.nextAt), index('renewals_customer').on(table.customer)],
)
