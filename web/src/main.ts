import { mount } from 'svelte';
import App from './app/App.svelte';
import { prefs, showTheme } from './app/prefs.svelte';
import { follow } from './app/route.svelte';
import { choose, start } from './i18n/index.svelte';
import './look/tokens.css';
import './look/art.css';
import './look/ui.css';
import './look/app.css';
import './look/club.css';
import './look/local.css';
import { keepPage } from './local/offline.svelte';

showTheme();
follow();
keepPage();
await start(prefs.language ?? choose(navigator.languages ?? [navigator.language]));
mount(App, { target: document.getElementById('app')! });
