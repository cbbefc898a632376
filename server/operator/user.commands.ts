import type { UserRow } from '../accounts/accounts.repository.ts'
import { addressAt } from '../kernel/address.ts'
import type { Command, CommandLine } from './command.ts'
import { migrated, openConnection } from './connection.ts'
import { createUsers, type Users } from './users.ts'

type Words = Pick<Command, 'name' | 'usage' | 'does' | 'details' | 'options'>

const command = (words: Words, work: (users: Users, line: CommandLine) => Promise<void>): Command => ({
  ...words,
  async run(line) {
    const connection = await openConnection(line.config)
    try {
      await work(createUsers(await migrated(connection)), line)
      return 0
    } finally {
      await connection.close()
    }
  },
})

/** A command about one account; `work` returns its output. */
const aboutOne = (
  name: string,
  { does, details }: Pick<Words, 'does' | 'details'>,
  work: (users: Users, user: UserRow, line: CommandLine) => Promise<string>,
) =>
  command(
    { name: `user ${name}`, usage: '<email>', does, ...(details && { details }) },
    async (users, line) => line.say(await work(users, await users.byEmail(line.arguments[0] ?? ''), line)),
  )

const stateOf = ({ emailVerifiedAt, disabledAt, isAdministrator }: UserRow) =>
  [
    emailVerifiedAt ? 'confirmed' : 'not confirmed',
    ...(disabledAt ? ['disabled'] : []),
    ...(isAdministrator ? ['administrator'] : []),
  ].join(', ')

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

export const userCommands: readonly Command[] = [
  command(
    {
      name: 'user list',
      usage: '[--search <text>]',
      does: 'Lists accounts by their email address, 500 at most.',
      options: { search: { type: 'string' } },
    },
    async (users, { options: { search = '' }, say }) => {
      for (const user of await users.list(String(search)))
        say(`${user.email}  ${stateOf(user)}, since ${dayOf(user.createdAt)}`)
    },
  ),
  aboutOne(
    'show',
    { does: 'Shows an account: organizations, sessions, API keys, two-factor log-in.' },
    async (users, user) => {
      const { belongings, sessions, keys, hasSecondStep } = await users.details(user)
      return [
        `${user.email}: ${stateOf(user)}, since ${dayOf(user.createdAt)}`,
        ...belongings.map(({ name, role }) => `  ${role} of ${name}`),
        ...sessions.map(({ userAgent, address, lastSeenAt }) =>
          `  session from ${address || 'an unknown address'}, last seen ${dayOf(lastSeenAt)}: ${userAgent}`.trimEnd(),
        ),
        `  API keys: ${keys}; two-factor log-in: ${hasSecondStep ? 'on' : 'off'}`,
      ].join('\n')
    },
  ),
  aboutOne('verify', { does: 'Confirms an email address without its mailed link.' }, async (users, user) => {
    await users.verify(user)
    return `${user.email} is confirmed.`
  }),
  aboutOne(
    'reset-password',
    {
      does: 'Prints a link to choose a new password, which works once, for an hour.',
      details: ["Send it only to the account's owner: anyone who opens it can take over the account."],
    },
    async (users, user, { config }) => {
      return addressAt(config, config.port) + (await users.resetLink(user))
    },
  ),
  aboutOne(
    'disable',
    {
      does: 'Ends the sessions of an account and keeps it from logging in, also with its API keys.',
      details: ['Its data is kept, and its published assistants keep answering.'],
    },
    async (users, user) => {
      await users.disable(user)
      return `${user.email} is disabled.`
    },
  ),
  aboutOne('enable', { does: 'Lets a disabled account log in again.' }, async (users, user) => {
    await users.enable(user)
    return `${user.email} can log in.`
  }),
  aboutOne('end-sessions', { does: 'Logs an account out on all its devices.' }, async (users, user) => {
    const ended = await users.endSessions(user)
    return `Sessions ended: ${ended}.`
  }),
  aboutOne(
    'end-two-factor',
    {
      does: 'Ends two-factor log-in, for someone who has lost the phone and the backup codes.',
      details: [
        'Make sure that the owner of the account asks for it: the password alone then opens it.',
        'It also logs the account out on all its devices. Two-factor log-in can be set up again after the next log-in.',
      ],
    },
    async (users, user) =>
      (await users.endTwoFactor(user))
        ? `${user.email} can log in with only the password.`
        : `Two-factor log-in of ${user.email} is off already.`,
  ),
  aboutOne(
    'make-administrator',
    {
      does: 'Makes an account an administrator of the installation, like ADMINISTRATORS.',
      details: [
        'Administrators can read the feedback that people send. The email address must be confirmed.',
      ],
    },
    async (users, user) => {
      await users.setAdministrator(user, true)
      const isConfirmed = user.emailVerifiedAt !== null
      return `${user.email} is an administrator${isConfirmed ? '.' : ' once its address is confirmed: lectern user verify.'}`
    },
  ),
  aboutOne(
    'remove-administrator',
    { does: 'Removes the administrator right, unless ADMINISTRATORS grants it.' },
    async (users, user, { config }) => {
      await users.setAdministrator(user, false)
      const isNamed = config.administrators.includes(user.email.toLowerCase())
      return isNamed
        ? `ADMINISTRATORS names ${user.email}: remove it there, too.`
        : `${user.email} is not an administrator.`
    },
  ),
]
