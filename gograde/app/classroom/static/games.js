import {hear} from "./desk.js";
hear();
