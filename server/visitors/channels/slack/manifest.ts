/** The Slack app's permissions, and the address that Slack sends to. */
export const manifest = (address: string) =>
  JSON.stringify(
    {
      display_information: { name: 'Lectern', description: 'Answers from what your team has written' },
      features: {
        bot_user: { display_name: 'lectern', always_online: true },
        app_home: { messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      },
      oauth_config: {
        scopes: {
          bot: [
            'app_mentions:read',
            'channels:history',
            'chat:write',
            'groups:history',
            'im:history',
            'reactions:read',
            'users:read',
            'users:read.email',
          ],
        },
      },
      settings: {
        event_subscriptions: {
          request_url: address,
          bot_events: [
            'app_mention',
            'app_uninstalled',
            'message.channels',
            'message.groups',
            'message.im',
            'reaction_added',
            'reaction_removed',
            'tokens_revoked',
          ],
        },
        org_deploy_enabled: false,
        socket_mode_enabled: false,
        token_rotation_enabled: false,
      },
    },
    null,
    2,
  )
