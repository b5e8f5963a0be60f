/** A page that shows one board from a file of frames: `harness/?game=tikal&at=120&eyes=A&theme=dark&lang=it`. */
import { mount } from 'svelte';
import Harness from './Harness.svelte';

mount(Harness, { target: document.getElementById('app')! });
