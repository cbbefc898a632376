import './ui/theme/base.css'
import { createRoot } from 'react-dom/client'
import { createActor, fromCallback, waitFor } from 'xstate'
import { type AppEvent, appMachine } from './machines/app/app.machine.ts'
import { selectUserId } from './machines/session/session.selectors.ts'
import type { ToastRequest } from './machines/toast-request.ts'
import { workspaceMachine } from './machines/workspace/workspace.machine.ts'
import { provideLogIn, provideRegister } from './services/accounts.provide.ts'
import { createAccountsApi, createProfileApi } from './services/accounts-api.ts'
import { createClock } from './services/clock.ts'
import { provideConversation } from './services/conversation.provide.ts'
import { createAnonymousClient, createHttpClient } from './services/http/client.ts'
import { createIntegrationsApi } from './services/integrations-api.ts'
import { createIntents } from './services/intents.ts'
import { receivedTokens } from './services/jwt.ts'
import { provideKnowledgeBase } from './services/knowledge-base.provide.ts'
import { createKnowledgeApi } from './services/knowledge-api.ts'
import { createLive } from './services/live.ts'
import {
  provideCreateOrganization,
  provideOrganizations,
  provideWelcome,
  rememberedOrganization,
} from './services/organizations.provide.ts'
import { createOrganizationsApi } from './services/organizations-api.ts'
import { createFetcher } from './services/queries.ts'
import { createQueryCache } from './services/query-cache.ts'
import { provideResource } from './services/resource.provide.ts'
import { readRuntimeConfig } from './services/runtime-config.ts'
import {
  provideCreateIntegration,
  provideCreateKnowledgeBase,
  provideReader,
  provideRemoval,
} from './services/screens.provide.ts'
import { provideSession } from './services/session.provide.ts'
import { startSidebar } from './services/sidebar.start.ts'
import { provideSocket } from './services/socket.provide.ts'
import { createStorage } from './services/storage.ts'
import { createSystemApi } from './services/system-api.ts'
import { createTabLock } from './services/tab-lock.ts'
import { startTheme } from './services/theme.start.ts'
import { createTokenStore } from './services/token-store.ts'
import { provideUpload } from './services/upload.provide.ts'
