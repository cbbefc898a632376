import { channel, type News } from '../channel.types.ts'
import { letterIn } from './letters.ts'
import { createMailbox } from './mailbox.ts'
import { replyTo } from './reply.ts'
import { createSender } from './sender.ts'
import { writtenIn } from './written.ts'

/** A mailbox read by IMAP; answers are sent by SMTP, from its address. */
export const mail = channel({
  name: 'Email',
  fields: {
    email: { input: 'email', label: 'field.email', hint: 'mail.email.hint' },
    url: { input: 'server', protocol: 'imap', label: 'mail.imap', hint: 'mail.imap.hint' },
    smtp: { input: 'server', protocol: 'smtp', label: 'mail.smtp', hint: 'mail.smtp.hint' },
    password: { input: 'secret', label: 'mail.password', hint: 'mail.password.hint' },
    checked_by: { input: 'text', label: 'mail.checked_by', hint: 'mail.checked_by.hint' },
    user: { input: 'text', label: 'mail.user', hint: 'mail.user.hint', isOptional: true },
    smtp_user: { input: 'text', label: 'mail.smtp_user', hint: 'mail.smtp_user.hint', isOptional: true },
    smtp_password: {
      input: 'secret',
      label: 'mail.smtp_password',
      hint: 'mail.smtp_user.hint',
      isOptional: true,
    },
    folder: { input: 'text', label: 'mail.folder', hint: 'mail.folder.hint', isOptional: true },
  },
  steps: ['mail.steps.create', 'mail.steps.password', 'mail.steps.ask'],
  connect(
    { email, url, smtp, password, checked_by: checkedBy, smtp_password, folder, ...users },
    _,
    sockets,
  ) {
    const address = email.toLowerCase()
    const user = users.user || email
    const mailbox = createMailbox({ url, user, password, folder }, sockets)
    const sender = createSender(
      {
        server: smtp,
        user: users.smtp_user || user,
        password: smtp_password || password,
        field: smtp_password ? 'smtp_password' : 'password',
        address,
      },
      sockets,
    )
    return {
      async account() {
        const mark = await mailbox.tried(checkedBy)
        await sender.tried()
        const names = /^(?:inbox)?$/i.test(folder) ? [address] : [address, folder]
        return {
          account: names.join(' '),
          name: names.join(' · '),
          mark,
        }
      },
      person: async (who) => ({ name: '', email: who }),
      async send(place, reply, id) {
        const answer = replyTo(place, reply, id, address)
        await sender.send(answer)
        // It was sent, even if marking fails.
        await mailbox.markAnswered(place.at ?? '').catch(() => {})
        return answer.messageId!
      },
      async *news(from): AsyncGenerator<News> {
        for await (const { source, at, mark } of mailbox.since(from)) {
          const letter = source && (await letterIn(source))
          yield { event: letter && writtenIn(letter, at, { address, checkedBy }), mark }
        }
      },
    }
  },
})
